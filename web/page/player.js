// Plays an answer or a search: a slider over its steps, a play button, and a button for each direction.

const by = (id) => document.getElementById(id);

export class Player {
  #timer; #last = 0; #draw = () => {}; #isSearch = false;

  constructor() {
    by("step").addEventListener("input", () => {
      this.#pause();
      this.#show(Number(by("step").value));
    });
    for (const [id, way] of [["back", -1], ["next", 1]]) {
      by(id).addEventListener("click", () => {
        this.#pause();
        this.#show(Math.min(this.#last, Math.max(0, Number(by("step").value) + way)));
      });
    }
    by("play").addEventListener("click", () => {
      if (this.#timer !== undefined) return this.#pause();
      if (Number(by("step").value) >= this.#last) this.#show(0);
      this.#run();
    });
  }

  // Shows a whole answer, or a search before its first step; `draw` draws it after any number of steps up to `last`, and
  // may return what is said of the step.
  present(last, draw, isSearch = false) {
    [this.#last, this.#draw, this.#isSearch] = [last, draw, isSearch];
    by("step").max = last;
    by("player").hidden = false;
    this.#pause();
    this.#show(isSearch ? 0 : last);
  }

  hide() {
    this.#pause();
    by("player").hidden = true;
  }

  #pause() {
    clearInterval(this.#timer);
    this.#timer = undefined;
    by("play").textContent = "Play";
    by("happens").ariaLive = "polite";
  }

  #show(step) {
    by("step").value = step;
    by("at").textContent = `${step} of ${this.#last}`;
    const words = this.#draw(step);
    by("happens").textContent = words?.said ?? "";
    by("counted").textContent = words?.counts ?? "";
    if (step >= this.#last) this.#pause();
  }

  #run() {
    if (this.#last === 0) return;
    by("play").textContent = "Pause";
    // A screen reader says only the steps that were asked for.
    by("happens").ariaLive = "off";
    // An answer of any length plays in a few seconds; the steps of a search are read.
    const stride = this.#isSearch ? 1 : Math.max(1, Math.ceil(this.#last / 150));
    const pause = this.#isSearch ? 1500 : Math.min(700, Math.max(40, 3000 / this.#last));
    this.#timer = setInterval(() => this.#show(Math.min(this.#last, Number(by("step").value) + stride)), pause);
  }
}
