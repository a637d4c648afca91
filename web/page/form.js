// The form: shows a statement, and hands over what is changed in it.
import { isGraph, usual } from "./statement.js";

const by = (id) => document.getElementById(id);
const MORE = "more methods …";

export class Form {
  #puzzle; #kind; #changed; #refused;

  constructor({ changed, refused, widen }) {
    [this.#changed, this.#refused] = [changed, refused];
    for (const id of ["kind", "rows", "columns", "piece", "closed", "edges", "objective", "anonymous"]) by(id).addEventListener("change", () => this.#read());
    by("method").addEventListener("change", () => {
      if (by("method").value === MORE) {
        by("method").value = this.#puzzle.method || by("method").options[0].value;
        widen();
      } else changed({ method: by("method").selectedIndex === 0 ? "" : by("method").value });
    });
  }

  // What a click on the board does.
  tool() {
    return by("tools").querySelector("[name=tool]:checked").value;
  }

  // The kind of the puzzle in words.
  kind() {
    return by("kind").selectedOptions[0].textContent;
  }

  show(puzzle) {
    this.#puzzle = puzzle;
    const columns = puzzle.kind === "queens" ? puzzle.rows : puzzle.columns;
    Object.entries({ kind: puzzle.kind, rows: puzzle.rows, columns, piece: puzzle.piece, edges: puzzle.edges, objective: puzzle.objective }).forEach(([id, value]) => {
      by(id).value = value;
    });
    for (const id of ["closed", "anonymous"]) by(id).checked = puzzle[id];
    const within = by("form");
    for (const label of within.querySelectorAll("[data-for]")) {
      const closedEnd = label.querySelector("[value=end]") && puzzle.closed;
      label.hidden = !label.dataset.for.split(" ").includes(puzzle.kind) || Boolean(closedEnd);
    }
    by("tools").hidden = isGraph(puzzle);
    for (const label of within.querySelectorAll("[data-boards]")) label.hidden = isGraph(puzzle);
    const tool = by("tools").querySelector("[name=tool]:checked");
    const own = { meet: "rider", exchange: "man", mapf: "agent" }[puzzle.kind];
    if (tool.closest("label").hidden || (own && puzzle.kind !== this.#kind)) {
      by("tools").querySelector(`[value=${own ?? "blocked"}]`).checked = true;
    }
    this.#kind = puzzle.kind;
  }

  // The methods to choose from, and for a race; if they are not all, a last line loads the others.
  offer(names, chosen, areAll) {
    const list = (id, chosen, first) => {
      const options = names.map((name, at) => new Option(at === 0 && first ? `${name}, the default` : name, name));
      by(id).replaceChildren(...options);
      by(id).value = names.includes(chosen) ? chosen : names[0];
    };
    const kept = (id, usual, other) => [by(id).value, usual].find((name) => names.includes(name)) ?? other;
    const [first, second] = [kept("first", "sat:cuts", names[0]), kept("second", "native:dfs", names[1])];
    list("method", chosen, true);
    if (!areAll) by("method").add(new Option(MORE, MORE));
    list("first", first);
    list("second", second);
  }

  #read() {
    const kind = by("kind").value;
    const sides = isGraph({ kind }) ? [] : kind === "queens" ? ["rows"] : ["rows", "columns"];
    const wrong = sides.find((id) => !by(id).validity.valid);
    if (wrong) return this.#refused(`${wrong}: write a whole number from 1 to 100${by(wrong).value && `, not ${by(wrong).value}`}`);
    const side = (id) => (by(id).validity.valid ? Number(by(id).value) : this.#puzzle[id]);
    const values = {
      kind, rows: side("rows"), columns: side(kind === "queens" ? "rows" : "columns"), piece: by("piece").value,
      closed: by("closed").checked, edges: by("edges").value,
      objective: by("objective").value, anonymous: by("anonymous").checked,
    };
    this.#changed({ ...values, ...(kind === this.#puzzle.kind ? {} : usual({ ...this.#puzzle, ...values })) });
  }
}
