// The service worker: answers from the network, or without a network from the files of this build.
// `web/build` inserts above this the list of these files (`FILES`) and their checksum (`VERSION`).

const OWN = `satranj ${registration.scope} `;
const NAME = OWN + VERSION;

addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(takeOver()));
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(registration.scope)) event.respondWith(answer(event.request));
});

async function keep() {
  const cache = await caches.open(NAME);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })));
  await skipWaiting();
}

// Deletes the caches of earlier builds at the same address.
async function takeOver() {
  const old = (await caches.keys()).filter((name) => name.startsWith(OWN) && name !== NAME);
  await Promise.all(old.map((name) => caches.delete(name)));
  await clients.claim();
}

async function answer(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(request, { cacheName: NAME, ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}
