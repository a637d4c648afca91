// Plays an answer: a slider over its steps, and a play button.

const by = (id) => document.getElementById(id);

export class Player {
  #timer; #last = 0; #draw = () => {};

  constructor() {
    by("step").addEventListener("input", () => {
      this.#pause();
      this.#show(Number(by("step").value));
    });
    by("play").addEventListener("click", () => {
      if (this.#timer !== undefined) return this.#pause();
      if (Number(by("step").value) >= this.#last) this.#show(0);
      this.#run();
    });
  }

  // Shows the whole answer; `draw` draws it after any number of steps up to `last`.
  present(last, draw) {
    [this.#last, this.#draw] = [last, draw];
    by("step").max = last;
    by("player").hidden = false;
    this.#pause();
    this.#show(last);
  }

  hide() {
    this.#pause();
    by("player").hidden = true;
  }

  #pause() {
    clearInterval(this.#timer);
    this.#timer = undefined;
    by("play").textContent = "Play";
  }

  #show(step) {
    by("step").value = step;
    by("at").textContent = `${step} of ${this.#last}`;
    this.#draw(step);
    if (step >= this.#last) this.#pause();
  }

  #run() {
    if (this.#last === 0) return;
    by("play").textContent = "Pause";
    // An answer of any length plays in a few seconds.
    const stride = Math.max(1, Math.ceil(this.#last / 150));
    const pause = Math.min(700, Math.max(40, 3000 / this.#last));
    this.#timer = setInterval(() => this.#show(Math.min(this.#last, Number(by("step").value) + stride)), pause);
  }
}
