/** Whether this browser is pushed news, and how that begins and ends. In a chunk of its own: few turn it on. */
import type { PushSubscription as PushWire } from '../../../../shared/people/news.ts';
import { call } from '../api/api.ts';
import { readSession } from '../api/session/session.ts';
import { keep, readKept } from '../kept.ts';

const WORKER = '/news-worker.js';
/** Where our side was last told that this browser is, and who told it. */
const REGISTRATION_KEY = 'push';

interface Registration {
  readonly endpoint: string;
  readonly personId: string | undefined;
}

const readRegistration = () => readKept('localStorage', REGISTRATION_KEY) as Registration | null;

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

/** One at a time in all tabs: else what one of them ends, another takes for its own. Whatever is able to push has locks. */
const inTurn = <T>(act: () => Promise<T>): Promise<T> => navigator.locks.request('push', act);

/**
 * Has this browser be pushed news. The browser asks its person, if it has not, so that a click must have led here. Throws
 * where its push service, or ours, cannot be reached.
 */
export async function startPush(): Promise<PushState> {
  if (!isAble()) return 'unable';
  if ((await Notification.requestPermission()) !== 'granted') return 'refused';
  await inTurn(subscribe);
  return 'on';
}

async function subscribe(): Promise<void> {
  // Now: another tab may sign somebody else in meanwhile.
  const personId = readSession()?.user.id;
  const { push_key } = await call('GET /news/unread');
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  await endOther(pushManager, push_key);
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: push_key });
  await call('PUT /news/browsers', { body: made.toJSON() as PushWire });
  const registered: Registration = { endpoint: made.endpoint, personId };
  keep('localStorage', REGISTRATION_KEY, registered);
}

/** Ends it here; our side learns that with the next push, which the service refuses. */
export async function stopPush(): Promise<void> {
  if (isAble()) await inTurn(unsubscribe);
}

async function unsubscribe(): Promise<void> {
  await (await subscription())?.unsubscribe();
  await (await registration())?.unregister();
  keep('localStorage', REGISTRATION_KEY, null);
}

/**
 * For each visit: where it is on, but our side has another key by now, or the push service has moved or lost this browser,
 * it begins anew. What somebody else turned on here ends, and what nobody knows of any more.
 */
export async function renewPush(key: string): Promise<void> {
  if (isAble() && Notification.permission === 'granted') await inTurn(() => renew(key));
}

async function renew(key: string): Promise<void> {
  const [made, registered] = [await subscription(), readRegistration()];
  if (!made && !registered) return;
  if (registered?.personId !== readSession()?.user.id) return unsubscribe();
  const known = made?.options.applicationServerKey;
  const isOfAnotherKey = known && encoded(known) !== key;
  if (isOfAnotherKey || made?.endpoint !== registered?.endpoint) await subscribe();
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
