// Messages to this browser by its push service: whether they are possible, on and off.

/** Why there are none: plain HTTP, a browser without them, refused by who uses it. */
export type PushTrouble = 'plain' | 'none' | 'denied';

export function pushTrouble(): PushTrouble | null {
  if (!isSecureContext) return 'plain';
  const has = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!has) return 'none';
  return Notification.permission === 'denied' ? 'denied' : null;
}

export function base64url(data: ArrayBuffer): string {
  const letters = String.fromCharCode(...new Uint8Array(data));
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export async function subscribed(): Promise<PushSubscription | null> {
  if (pushTrouble() !== null) return null;
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/** Subscribe with the server's key; null where that is refused. Throws where it does not work. */
export async function subscribe(key: string): Promise<PushSubscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const worker = await navigator.serviceWorker.register('sw.js');
  await navigator.serviceWorker.ready;
  const known = await worker.pushManager.getSubscription();
  const knownKey = known?.options.applicationServerKey;
  if (known && knownKey && base64url(knownKey) === key) return known;
  await known?.unsubscribe(); // it is for another server, or this one's key is a new one
  return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}
