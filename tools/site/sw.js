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
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(self.registration.scope)) return;
  const path = request.mode === 'navigate' ? './' : request;
  event.respondWith(
    caches
      .open(PREFIX + VERSION)
      .then((cache) => cache.match(path, { ignoreSearch: true }))
      .then((kept) => kept ?? fetch(request)),
  );
});
