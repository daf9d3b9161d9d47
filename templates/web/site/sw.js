// Keeps all files of the site, as they were made, for use without a network.
//
// FILES, above, has the digest of each. What a newer site has in common with the one before is not
// fetched again; and a site that cannot be had whole is not used.

const CACHE = `score pad: ${registration.scope}`;
const AT_ONCE = 6;
const WASM = { "content-type": "application/wasm" }; // which not every server says

const addressOf = (path) => new URL(path.split("/").map(encodeURIComponent).join("/"), registration.scope).href;
const keyOf = (path) => `${addressOf(path)}?${FILES[path]}`;

async function digest(raw) {
  const found = new Uint8Array(await crypto.subtle.digest("SHA-256", raw));
  return btoa(String.fromCharCode(...found)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

async function keep(cache, path) {
  if (await cache.match(keyOf(path))) return;
  const response = await fetch(addressOf(path), { cache: "no-store" });
  const raw = await response.arrayBuffer();
  if (!response.ok || (await digest(raw)) !== FILES[path]) throw new Error(`${path} is not as it was made`);
  const type = { "content-type": response.headers.get("content-type") ?? "" };
  await cache.put(keyOf(path), new Response(raw, { headers: path.endsWith(".wasm") ? WASM : type }));
}

async function keepAll() {
  const cache = await caches.open(CACHE);
  const left = Object.keys(FILES);
  const some = async () => { while (left.length) await keep(cache, left.pop()); };
  await Promise.all(Array.from({ length: AT_ONCE }, some));
}

async function forgetOthers() {
  const cache = await caches.open(CACHE);
  const known = new Set(Object.keys(FILES).map(keyOf));
  for (const { url } of await cache.keys()) if (!known.has(url)) await cache.delete(url);
}

/** The file of an address; null for what is not of the site. */
function pathOf(address) {
  const { origin, pathname } = new URL(address);
  const scope = new URL(registration.scope);
  if (origin !== scope.origin || !pathname.startsWith(scope.pathname)) return null;
  try {
    const path = decodeURIComponent(pathname.slice(scope.pathname.length));
    const file = path === "" || path.endsWith("/") ? `${path}index.html` : path;
    return Object.hasOwn(FILES, file) ? file : null;
  } catch {
    return null;
  }
}

async function answer(path, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(keyOf(path))) ?? fetch(request);
}

/** Take the place of an older site, unless somebody has that open elsewhere. */
async function renew() {
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  if (windows.length < 2) await skipWaiting();
}

addEventListener("install", (event) => event.waitUntil(keepAll()));
addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
addEventListener("message", (event) => { if (event.data === "renew") event.waitUntil(renew()); });
addEventListener("fetch", (event) => {
  const path = event.request.method === "GET" ? pathOf(event.request.url) : null;
  if (path !== null) event.respondWith(answer(path, event.request));
});
