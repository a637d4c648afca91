// Calls of the module, each engine in a worker of its own, so that it can be stopped at any time.

export class Stopped extends Error {}

let compiled;

function module() {
  compiled ??= WebAssembly.compileStreaming(fetch("satranj_bg.wasm"));
  return compiled;
}

export class Engine {
  #worker;
  #waiting = new Map();
  #next = 0;

  async #begin() {
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
      for (const { reject } of this.#waiting.values()) reject(new Error(event.message));
      this.stop();
    };
    const ready = await module();
    worker.postMessage({ module: ready });
  }

  // Has a worker stand by, so that the first call does not wait for it.
  async warm() {
    this.started ??= this.#begin();
    await this.started;
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
    this.started = undefined;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(new Stopped("stopped"));
  }
}
