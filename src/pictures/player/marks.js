// Marks of a search on a board or a graph; the playground draws the same ones.
const SVG = "http://www.w3.org/2000/svg";

export function add(parent, tag, attributes, text) {
  const element = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return parent.appendChild(element);
}

// Draws squares and vertices, or lines between two of them, that are true or false; `middle` is the point of a name,
// and `size` that of a square.
export function drawMarks(layer, marks, middle, size) {
  layer.replaceChildren();
  const draw = ([names, truth]) => {
    const points = names.map(middle);
    if (points.includes(undefined)) return;
    const [[x, y], to] = points;
    const soft = { opacity: truth ? 1 : 0.5 };
    const colour = `var(--${truth ? "way" : "piece"})`;
    // A policy may forbid attributes of style.
    if (to) {
      const dashes = truth ? {} : { "stroke-dasharray": `${size / 8} ${size / 8}` };
      const line = { x1: x, y1: y, x2: to[0], y2: to[1], "stroke-width": size / (truth ? 9 : 28), "stroke-linecap": "round" };
      add(layer, "line", { ...soft, ...dashes, ...line }).style.stroke = colour;
    } else if (truth) add(layer, "circle", { cx: x, cy: y, r: size * 0.34 }).style.fill = colour;
    else add(layer, "text", { ...soft, x, y: y + size * 0.16, "font-size": size * 0.5, "text-anchor": "middle" }, "×").style.fill = colour;
  };
  // True marks lie above the others.
  for (const truth of [false, true]) marks.filter(([, is]) => is === truth).forEach(draw);
}

// A step of a search in words: what happens, and what was counted so far; at the end the result.
export function stepInWords({ steps, counted, ending }, step) {
  const at = Math.min(step, steps.length - 1);
  const { said, counts } = steps[at];
  const so = counted.map((what, number) => `${what}: ${counts[number]}`).join(", ");
  return { said, counts: at === steps.length - 1 ? `${so}; ${ending}` : so, marks: steps[at].marks };
}
