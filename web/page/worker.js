// Runs calls, one at a time, on the module that the page has compiled.

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
    // Another worker may succeed.
    postMessage({ id, error: `could not load a file; check the network connection (${error.message})`, broken: true });
    return;
  }
  try {
    postMessage({ id, value: JSON.parse(calls[call](...given)) });
  } catch (error) {
    // A module that ran out of memory cannot be used any more.
    const broken = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    postMessage({ id, error: broken ? "it needs more memory than the browser provides" : error.message, broken });
  }
};
