// The service worker of the site: keeps all its files, so that the game also starts offline. A new
// version waits until the reader loads it: an open game never gets files of two versions.
const VERSION = 'VERSION';
const FILES = [];
const PREFIX = 'redcathedral-';

self.addEventListener('install', (event) => {
  const requests = FILES.map((file) => new Request(file, { cache: 'no-cache' }));
  event.waitUntil(caches.open(PREFIX + VERSION).then((cache) => cache.addAll(requests)));
});
self.addEventListener('activate', (event) => {
  const drop = (name) => name.startsWith(PREFIX) && name !== PREFIX + VERSION && caches.delete(name);
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.map(drop))).then(() => self.clients.claim()),
  );
});
self.addEventListener('message', () => self.skipWaiting());
/** Return a file, and keep it: the texts of other languages are kept when they are first used. */
async function fetchFile(request) {
  const cache = await caches.open(PREFIX + VERSION);
  const path = request.mode === 'navigate' ? './' : request;
  const kept = await cache.match(path, { ignoreSearch: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok && request.url.includes('/answers/')) await cache.put(request, response.clone());
  return response;
}
// The documentation is not part of the game: nothing of it is kept.
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { scope } = self.registration;
  const isGame = request.url.startsWith(scope) && !request.url.startsWith(`${scope}docs`);
  if (request.method === 'GET' && isGame) event.respondWith(fetchFile(request));
});
