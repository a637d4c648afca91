// The service worker: answers with the files of one build, which it keeps whole, so that the page works without a network. A
// new build is kept beside it, and takes its place when the page is opened or reloaded while no other page is open.
// `web/keep` inserts above this the hashes of the files (`FILES`) and a checksum of them all (`VERSION`).

const OWN = `satranj ${registration.scope} `;
const NAME = OWN + VERSION;
const TAKE_OVER = "take over";

addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(takeOver()));
addEventListener("message", ({ data }) => data === TAKE_OVER && skipWaiting());
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(registration.scope)) event.respondWith(answer(event.request));
});

// All files or none: one of another build has another hash, and is refused.
async function keep() {
  const cache = await caches.open(NAME);
  try {
    await cache.addAll(Object.entries(FILES).map(([file, integrity]) => new Request(file, { cache: "no-cache", integrity })));
  } catch (error) {
    await caches.delete(NAME);
    throw error;
  }
}

// Deletes the caches of earlier builds at the same address.
async function takeOver() {
  const old = (await caches.keys()).filter((name) => name.startsWith(OWN) && name !== NAME);
  await Promise.all(old.map((name) => caches.delete(name)));
  await clients.claim();
}

async function answer(request) {
  if (request.mode === "navigate" && registration.waiting && (await isOnly(request))) {
    registration.waiting.postMessage(TAKE_OVER);
    // The new worker answers then. A header `Refresh` would not load an address with a `#` again.
    return new Response("<script>location.reload()</script>", { headers: { "Content-Type": "text/html" } });
  }
  return (await caches.match(request, { cacheName: NAME, ignoreSearch: true })) ?? fetch(request);
}

// Whether no page is open but the one that is reloaded. Newer browsers no longer have `isReloadNavigation`: there a reload asks
// the server whether its answer is still the same.
async function isOnly({ cache, isReloadNavigation = cache === "no-cache" }) {
  return (await clients.matchAll()).length <= Number(isReloadNavigation);
}
