// Runs one call after the other on the module that the page has compiled.

let ready;

async function begin({ module, name }) {
  const { default: init, ...calls } = await import(`./${name}.js`);
  await init({ module_or_path: module });
  return calls;
}

onmessage = async ({ data }) => {
  if (data.module) {
    ready = begin(data);
    return;
  }
  const { id, call, given } = data;
  let calls;
  try {
    calls = await ready;
  } catch (error) {
    // Another worker may have more luck.
    postMessage({ id, error: `this needs a file that could not be fetched; is there a network? (${error.message})`, broken: true });
    return;
  }
  try {
    postMessage({ id, value: JSON.parse(calls[call](...given)) });
  } catch (error) {
    // A module that ran out of memory can do nothing more.
    const broken = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    postMessage({ id, error: broken ? "it needs more memory than a browser gives" : error.message, broken });
  }
};
