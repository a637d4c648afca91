// Runs one call after the other on the module that the page has compiled.
import init, * as satranj from "./satranj.js";

let ready;

onmessage = async ({ data }) => {
  if (data.module) {
    ready = init({ module_or_path: data.module });
    return;
  }
  const { id, call, given } = data;
  try {
    await ready;
    postMessage({ id, value: JSON.parse(satranj[call](...given)) });
  } catch (error) {
    // A module that ran out of memory can do nothing more.
    const broken = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    postMessage({ id, error: broken ? "it needs more memory than a browser gives" : error.message, broken });
  }
};
