// Calls of the module, each engine in a worker of its own, so that it can be stopped at any time.

export class Stopped extends Error {}

const compiled = new Map();

const missing = (file, why) => `could not load the file ${file}; check the network connection (${why})`;

// The page starts with the module `satranj`; `whole` has all methods, and counts, checks, draws and exports.
export function module(name) {
  if (!compiled.has(name)) {
    const coming = WebAssembly.compileStreaming(fetch(`${name}_bg.wasm`)).catch((error) => {
      // Try again at the next call: the file may be available then.
      compiled.delete(name);
      throw new Error(missing(`${name}_bg.wasm`, error.message));
    });
    compiled.set(name, coming);
  }
  return compiled.get(name);
}

export class Engine {
  #name;
  #begun;
  #worker;
  #waiting = new Map();
  #next = 0;

  constructor(name = "satranj") {
    this.#name = name;
  }

  // Switches the next call to another module.
  use(name) {
    if (name === this.#name) return;
    this.stop();
    this.#name = name;
  }

  async #begin() {
    const mine = (this.#begun = {});
    const ready = await module(this.#name);
    if (mine !== this.#begun) throw new Stopped("stopped");
    const worker = new Worker("worker.js", { type: "module" });
    this.#worker = worker;
    worker.onmessage = ({ data }) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if (data.broken) this.stop();
      if (data.error === undefined) waiting?.resolve(data.value);
      else waiting?.reject(new Error(data.error));
    };
    worker.onerror = (event) => {
      // The event has no message if the script could not be loaded.
      const message = event.message ?? missing("worker.js", "no answer");
      for (const { reject } of this.#waiting.values()) reject(new Error(message));
      this.#waiting.clear();
      this.stop();
    };
    worker.postMessage({ module: ready, name: this.#name });
  }

  // Starts a worker in advance, so that the first call does not wait for it.
  async warm() {
    this.started ??= this.#begin();
    const mine = this.started;
    try {
      await mine;
    } catch (error) {
      if (mine === this.started) this.started = undefined;
      throw error;
    }
  }

  async call(name, ...given) {
    await this.warm();
    if (!this.started) throw new Stopped("stopped");
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, call: name, given });
    });
  }

  stop() {
    this.#worker?.terminate();
    this.#begun = this.started = undefined;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(new Stopped("stopped"));
  }
}
