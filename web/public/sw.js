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

// It is somebody's turn: what the server says is shown; a table has one message at a time.
self.addEventListener('push', (event) => {
  const told = event.data.json();
  const tag = told.table ?? told.id;
  const show = async () => {
    const shown = await self.registration.getNotifications({ tag });
    await self.registration.showNotification(told.title, {
      body: told.body,
      tag,
      renotify: !shown.some(({ data }) => data.id === told.id), // it may come twice
      icon: 'icon-192.png',
      data: told,
    });
  };
  event.waitUntil(show());
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { table } = event.notification.data;
  const open = async () => {
    const place = table ? `#/table/${encodeURIComponent(table)}` : '#/';
    const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const page = pages.find(({ url }) => new URL(url).hash.startsWith(place) && table);
    if (page) await page.focus();
    else await self.clients.openWindow(new URL(`./${place}`, self.registration.scope).href);
  };
  event.waitUntil(open());
});
