// What was stated before: undo and redo, of links that hold a whole statement.

const MOST = 500;

export class Past {
  #links = []; #at = -1;

  // Keeps a statement, unless it is the one that is kept last.
  keep(link) {
    if (link === this.#links[this.#at]) return;
    this.#links = [...this.#links.slice(0, this.#at + 1), link].slice(-MOST);
    this.#at = this.#links.length - 1;
  }

  has(step) {
    return this.#links[this.#at + step] !== undefined;
  }

  // The statement before (-1) or after (1) the present one.
  go(step) {
    if (this.has(step)) this.#at += step;
    return this.#links[this.#at];
  }
}
