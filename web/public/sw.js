// Shows a page of its own where the server cannot be reached. Everything else always comes from
// the server: nothing of a game is kept here.
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return;
  event.respondWith(
    fetch(event.request).catch(async (error) => {
      const away = await caches.match('away');
      if (away) return away;
      throw error;
    }),
  );
});
