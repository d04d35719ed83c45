// The service worker: shows an offline page when the server cannot be reached, and push
// notifications. Everything else always comes from the server; it caches nothing of a game.
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return;
  event.respondWith(
    fetch(event.request).catch(async (error) => {
      const offlinePage = await caches.match('away');
      if (offlinePage) return offlinePage;
      throw error;
    }),
  );
});

// Show a notification of the server. A table has at most one at a time.
self.addEventListener('push', (event) => {
  const message = event.data.json();
  const tag = message.table ?? message.id;
  const showMessage = async () => {
    const shown = await self.registration.getNotifications({ tag });
    await self.registration.showNotification(message.title, {
      body: message.body,
      tag,
      renotify: !shown.some(({ data }) => data.id === message.id), // a message may arrive twice
      icon: 'icon-192.png',
      data: message,
    });
  };
  event.waitUntil(showMessage());
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { table } = event.notification.data;
  const openTable = async () => {
    const hash = table ? `#/table/${encodeURIComponent(table)}` : '#/';
    const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const page = pages.find(({ url }) => new URL(url).hash.startsWith(hash) && table);
    if (page) await page.focus();
    else await self.clients.openWindow(new URL(`./${hash}`, self.registration.scope).href);
  };
  event.waitUntil(openTable());
});
