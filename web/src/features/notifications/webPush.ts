// Messages to this browser through its push service.

/** Why messages are impossible: no HTTPS, no support in the browser, or the reader denied them. */
export type PushProblem = 'plain' | 'none' | 'denied';

export function findPushProblem(): PushProblem | null {
  if (!isSecureContext) return 'plain';
  const isSupported =
    'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!isSupported) return 'none';
  return Notification.permission === 'denied' ? 'denied' : null;
}

export function base64url(data: ArrayBuffer): string {
  const letters = String.fromCharCode(...new Uint8Array(data));
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export async function currentSubscription(): Promise<PushSubscription | null> {
  if (findPushProblem() !== null) return null;
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/** Subscribe with the key of the server. Return null if the reader denies it; throw if it fails. */
export async function subscribe(key: string): Promise<PushSubscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const worker = await navigator.serviceWorker.register('sw.js');
  await navigator.serviceWorker.ready;
  const existing = await worker.pushManager.getSubscription();
  const existingKey = existing?.options.applicationServerKey;
  if (existing && existingKey && base64url(existingKey) === key) return existing;
  await existing?.unsubscribe(); // it has the key of another server, or an old key
  return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}
