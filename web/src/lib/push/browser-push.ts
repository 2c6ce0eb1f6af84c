/** Whether this browser is pushed news, and how that begins and ends. In a chunk of its own: few turn it on. */
import type { PushSubscription as PushWire } from '../../../../shared/news.ts';
import { call } from '../api/api.ts';

const WORKER = '/news-worker.js';

/** `unable`: this browser has no push; `refused`: its person, or their settings, do not allow notifications. */
export type PushState = 'on' | 'off' | 'refused' | 'unable';

const isAble = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const registration = () => navigator.serviceWorker.getRegistration(WORKER);

const subscription = async () => (await (await registration())?.pushManager.getSubscription()) ?? null;

/** How it is here, for whoever is signed in here. */
export async function pushState(): Promise<PushState> {
  if (!isAble()) return 'unable';
  if (Notification.permission === 'denied') return 'refused';
  return Notification.permission === 'granted' && (await subscription()) ? 'on' : 'off';
}

/**
 * Has this browser be pushed news. The browser asks its person, if it has not, so that a click must have led here. Throws
 * where its push service, or ours, cannot be reached.
 */
export async function startPush(): Promise<PushState> {
  if (!isAble()) return 'unable';
  if ((await Notification.requestPermission()) !== 'granted') return 'refused';
  const { push_key } = await call('GET /news/unread');
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  await endOther(pushManager, push_key);
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: push_key });
  await call('PUT /news/browsers', { body: made.toJSON() as PushWire });
  return 'on';
}

/** Ends it here; our side learns that with the next push, which the service refuses. */
export async function stopPush(): Promise<void> {
  await (await subscription())?.unsubscribe();
  await (await registration())?.unregister();
}

/** Where it is on, but our side has another key by now, it begins anew. */
export async function renewPush(key: string): Promise<void> {
  if ((await pushState()) !== 'on') return;
  const known = (await subscription())?.options.applicationServerKey;
  if (known && encoded(known) !== key) await startPush();
}

/** A subscription with another key stands in the way of a new one. */
async function endOther(manager: PushManager, key: string): Promise<void> {
  const made = await manager.getSubscription();
  const known = made?.options.applicationServerKey;
  if (made && known && encoded(known) !== key) await made.unsubscribe();
}

const encoded = (key: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(key)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
