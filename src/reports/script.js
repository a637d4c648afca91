// The tables of a report: sorted by a click on a heading, filtered by words. The theme, and the
// scatter of two methods that the reader chooses. Nothing is fetched, and nothing is needed: without
// this script the page shows all the same.
"use strict";

const SVG = "http://www.w3.org/2000/svg";

/** An element with attributes and children. */
function element(name, attributes = {}, children = []) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** The key of a cell: its number, or its words. */
function key(row, column) {
  const cell = row.cells[column];
  if (!cell) return null;
  if ("key" in cell.dataset) return Number(cell.dataset.key);
  const words = cell.textContent.trim();
  return words === "" || words === "-" ? null : words;
}

/** Numbers before words; what has no key comes last, whichever way is sorted. */
function compare(a, b, down) {
  if (a === null || b === null) return (a === null) - (b === null);
  const numbers = typeof a === "number" && typeof b === "number";
  if (!numbers && typeof a !== typeof b) return typeof a === "number" ? -1 : 1;
  const order = numbers ? a - b : a.localeCompare(b, "en", { numeric: true });
  return down ? -order : order;
}

function sort(table, column) {
  const headings = [...table.tHead.rows[0].cells];
  const down = headings[column].getAttribute("aria-sort") === "ascending";
  for (const heading of headings) heading.removeAttribute("aria-sort");
  headings[column].setAttribute("aria-sort", down ? "descending" : "ascending");
  const rows = [...table.tBodies[0].rows];
  const keys = new Map(rows.map((row) => [row, key(row, column)]));
  // Rows of one key stay in their order.
  rows.sort((a, b) => compare(keys.get(a), keys.get(b), down));
  table.tBodies[0].append(...rows);
}

/** Shows the rows that have all words, and none of those behind a minus. */
function filter(table, text, output) {
  const words = text.toLowerCase().split(/\s+/).filter((word) => word && word !== "-");
  const rows = [...table.tBodies[0].rows];
  let shown = 0;
  for (const row of rows) {
    const own = row.textContent.toLowerCase();
    const fits = words.every((word) =>
      word.startsWith("-") ? !own.includes(word.slice(1)) : own.includes(word));
    row.hidden = !fits;
    shown += fits ? 1 : 0;
  }
  output.value = words.length === 0 ? `${rows.length} rows` : `${shown} of ${rows.length} rows`;
}

/** Makes a table sort and filter. */
function enliven(table) {
  const { tHead: head, tBodies: bodies } = table;
  if (!head || bodies[0].rows.length < 2) return;
  [...head.rows[0].cells].forEach((heading, column) => {
    const words = heading.textContent;
    if (words === "") return;
    const button = element("button", { type: "button", title: `Sort by ${words}` }, [words]);
    button.addEventListener("click", () => sort(table, column));
    heading.replaceChildren(button);
  });
  if (bodies[0].rows.length < 6) return;
  const input = element("input", { type: "search", placeholder: "words, -without" });
  const output = element("output", { "aria-live": "polite" });
  input.addEventListener("input", () => filter(table, input.value, output));
  filter(table, "", output);
  const tools = element("p", { class: "tools" }, [element("label", {}, ["Filter ", input]), output]);
  table.closest(".wide").before(tools);
}

/** The theme that the reader chose, kept where the browser lets it be. */
function theme() {
  const chooser = document.getElementById("theme");
  if (!chooser) return;
  const choose = (name) => {
    if (name === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = name;
  };
  let kept = null;
  try { kept = localStorage.getItem("satranj-theme"); } catch { /* Not where pages are files. */ }
  if (["light", "dark"].includes(kept)) chooser.value = kept;
  choose(chooser.value);
  chooser.addEventListener("change", () => {
    choose(chooser.value);
    try { localStorage.setItem("satranj-theme", chooser.value); } catch { /* As above. */ }
  });
  chooser.closest("[hidden]").hidden = false;
}

function shape(name, attributes, children = []) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** The outline of a mark around a point. */
function outline(kind, x, y) {
  const corners = {
    square: [[-4, -4], [4, -4], [4, 4], [-4, 4]],
    triangle: [[0, -6], [5, 3], [-5, 3]],
    diamond: [[0, -6], [6, 0], [0, 6], [-6, 0]],
    down: [[0, 6], [5, -3], [-5, -3]],
  }[kind];
  return "M" + corners.map(([dx, dy]) => `${x + dx} ${y + dy}`).join("L") + "Z";
}

function mark(kind, x, y, colour, words) {
  const title = shape("title", {}, [words]);
  if (kind === "cross") {
    const d = `M${x - 4} ${y - 4}L${x + 4} ${y + 4}M${x - 4} ${y + 4}L${x + 4} ${y - 4}`;
    return shape("path", { d, stroke: colour, "stroke-width": 2, class: "cross" }, [title]);
  }
  if (kind === "circle") return shape("circle", { cx: x, cy: y, r: 4, fill: colour }, [title]);
  return shape("path", { d: outline(kind, x, y), fill: colour }, [title]);
}

/** Seconds for a person. */
function seconds(value) {
  const [factor, unit] = value < 0.999e-6 ? [1e9, "ns"] : value < 0.999e-3 ? [1e6, "µs"]
    : value < 0.999 ? [1e3, "ms"] : [1, "s"];
  return `${Number((value * factor).toPrecision(3))} ${unit}`;
}

/** A name that fits into a plot. */
function short(name) {
  const letters = [...name];
  return letters.length > 26 ? letters.slice(0, 25).join("") + "…" : name;
}

/** A scatter of two methods; what is not solved is a cross at the limit. */
function scatter(data, first, second, narrow) {
  const size = narrow ? 400 : 620;
  const [left, right, top, bottom] = [76, 30, 24, 60];
  const points = [];
  data.instances.forEach((instance, place) => {
    const [x, y] = [first, second].map((method) => method.seconds[place]);
    if (x !== null && y !== null) points.push({ instance, x, y });
  });
  if (points.length === 0) return null;
  const logs = points.flatMap(({ x, y }) => [x, y]).map((value) => Math.log10(Math.abs(value)));
  const low = Math.floor(Math.min(...logs)) - 0.02;
  const high = Math.max(Math.ceil(Math.max(...logs)), Math.ceil(low) + 1) + 0.02;
  const share = (value) => (Math.log10(Math.abs(value)) - low) / (high - low);
  const across = (value) => left + share(value) * (size - left - right);
  const up = (value) => size - bottom - share(value) * (size - top - bottom);
  const label = `${first.name} against ${second.name}`;
  const svg = shape("svg", { viewBox: `0 0 ${size} ${size}`, width: size, height: size,
    role: "img", "aria-label": label });
  const line = (x1, y1, x2, y2, kind) => svg.append(shape("line", { x1, y1, x2, y2, class: kind }));
  const text = (x, y, anchor, words, more = {}) =>
    svg.append(shape("text", { x, y, "text-anchor": anchor, ...more }, [words]));
  const step = Math.max(1, Math.ceil((high - low) / (narrow ? 5 : 9)));
  for (let power = Math.ceil(low); power <= high; power += step) {
    const value = 10 ** power;
    line(across(value), top, across(value), size - bottom, "grid");
    line(left, up(value), size - right, up(value), "grid");
    text(across(value), size - bottom + 18, "middle", seconds(value));
    text(left - 8, up(value) + 4, "end", seconds(value));
  }
  line(left, size - bottom, size - right, top, "diagonal");
  line(left, size - bottom, size - right, size - bottom, "axis");
  line(left, top, left, size - bottom, "axis");
  const middle = (left + size - right) / 2;
  text(middle, size - 14, "middle", `${short(first.name)} (log scale)`);
  text(16, middle, "middle", `${short(second.name)} (log scale)`, { transform: `rotate(-90 16 ${middle})` });
  text(left + 8, top + 14, "start", `${short(first.name)} faster`, { class: "side" });
  text(size - right - 8, size - bottom - 10, "end", `${short(second.name)} faster`, { class: "side" });
  const tally = { first: 0, second: 0, only: [0, 0], neither: 0 };
  for (const { instance, x, y } of points) {
    const inWords = (method, value) =>
      `${method.name} ${value > 0 ? seconds(value) : `no answer in ${seconds(-value)}`}`;
    const words = `${instance}: ${inWords(first, x)}, ${inWords(second, y)}`;
    let [kind, colour] = ["cross", "currentColor"];
    if (x > 0 && y > 0) {
      const faster = y < x ? second : first;
      [kind, colour] = [faster.shape, faster.colour];
      tally[y < x ? "second" : "first"] += 1;
    } else if (x > 0 || y > 0) {
      colour = (x > 0 ? second : first).colour;
      tally.only[x > 0 ? 0 : 1] += 1;
    } else tally.neither += 1;
    svg.append(mark(kind, across(x), up(y), colour, words));
  }
  const words = `${points.length} instances: ${first.name} faster on ${tally.first}, `
    + `${second.name} on ${tally.second}; ${tally.only[0]} solved by ${first.name} alone, `
    + `${tally.only[1]} by ${second.name} alone, ${tally.neither} by neither (crosses, at the limit).`;
  return { svg, words };
}

/** Lets the reader choose the two methods. */
function chooseMethods() {
  const [figure, source] = ["scatter-plot", "scatter-data"].map((id) => document.getElementById(id));
  if (!figure || !source) return;
  const data = JSON.parse(source.textContent);
  const narrow = matchMedia("(max-width: 640px)");
  const choosers = ["scatter-x", "scatter-y"].map((id) => document.getElementById(id));
  const told = document.getElementById("scatter-told");
  const draw = () => {
    const [first, second] = choosers.map((chooser) => data.methods[Number(chooser.value)]);
    const drawn = scatter(data, first, second, narrow.matches);
    figure.replaceChildren(...(drawn ? [drawn.svg] : []));
    told.textContent = drawn ? drawn.words : "No instance was given to both.";
  };
  choosers.forEach((chooser, place) => {
    data.methods.forEach(({ name }, index) => {
      chooser.append(element("option", { value: index }, [name]));
    });
    chooser.value = data.shown[place];
    chooser.addEventListener("change", draw);
  });
  narrow.addEventListener("change", draw);
  choosers[0].closest("[hidden]").hidden = false;
  draw();
}

theme();
document.querySelectorAll("table.sortable").forEach(enliven);
chooseMethods();
