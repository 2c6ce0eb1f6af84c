/** Push subscription of this browser. A separate chunk, because few users enable it. */
import type { PushSubscription as PushWire } from '#shared/people/news.ts';
import { call } from '../api/api.ts';
import { claimsOf } from '../api/session/claims.ts';
import { readSession, readToken } from '../api/session/session.ts';
import { keep, readKept } from '../kept.ts';
import { serviceWorkers } from '../service-workers.ts';
import { inTurn } from '../tab-lock.ts';

const WORKER = '/news-worker.js';
/** The endpoint last registered, with its user and session: pushes end with the session. */
const REGISTRATION_KEY = 'push';

interface Registration {
  readonly endpoint: string;
  readonly personId: string | undefined;
  readonly sessionId?: string | undefined;
}

const sessionIdNow = () => claimsOf(readToken()).sid;

const readRegistration = () => readKept('localStorage', REGISTRATION_KEY) as Registration | null;

/** `unable`: no push support; `refused`: notifications are blocked. */
export type PushState = 'on' | 'off' | 'refused' | 'unable';

const isAble = () => serviceWorkers() !== null && 'PushManager' in window && 'Notification' in window;

const registration = async () => serviceWorkers()?.getRegistration(WORKER);

const subscription = async () => (await (await registration())?.pushManager.getSubscription()) ?? null;

/** The state for the signed-in user. */
export async function pushState(): Promise<PushState> {
  if (!isAble()) return 'unable';
  if (Notification.permission === 'denied') return 'refused';
  return Notification.permission === 'granted' && (await subscription()) ? 'on' : 'off';
}

/** Serializes changes across tabs, so that one does not adopt what another ends. */
const oneTabAtOnce = <T>(act: () => Promise<T>): Promise<T> => inTurn('push', act);

/** Subscribes. May prompt, so it needs a click. Throws if the push service or the API is unreachable. */
export async function startPush(): Promise<PushState> {
  if (!isAble()) return 'unable';
  if ((await Notification.requestPermission()) !== 'granted') return 'refused';
  await oneTabAtOnce(subscribe);
  return 'on';
}

async function subscribe(): Promise<void> {
  // Read now, because another tab may change the user.
  const [personId, sessionId] = [readSession()?.user.id, sessionIdNow()];
  const { push_key } = await call('GET /news/unread');
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  await endOther(pushManager, push_key);
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: push_key });
  await call('PUT /news/browsers', { body: made.toJSON() as PushWire });
  const registered: Registration = { endpoint: made.endpoint, personId, sessionId };
  keep('localStorage', REGISTRATION_KEY, registered);
}

/** Unsubscribes. The server learns it when the next push fails. */
export async function stopPush(): Promise<void> {
  if (isAble()) await oneTabAtOnce(unsubscribe);
}

async function unsubscribe(): Promise<void> {
  await (await subscription())?.unsubscribe();
  await (await registration())?.unregister();
  keep('localStorage', REGISTRATION_KEY, null);
}

/**
 * Runs on each visit: renews an outdated key or lost subscription, registers it for a new session, and ends those of
 * other users or unknown ones.
 */
export async function renewPush(key: string): Promise<void> {
  if (isAble() && Notification.permission === 'granted') await oneTabAtOnce(() => renew(key));
}

async function renew(key: string): Promise<void> {
  const [made, registered] = [await subscription(), readRegistration()];
  if (!made && !registered) return;
  if (registered?.personId !== readSession()?.user.id) return unsubscribe();
  const isSame = made?.endpoint === registered?.endpoint && registered?.sessionId === sessionIdNow();
  if (hasOtherKey(made, key) || !isSame) await subscribe();
}

/** A subscription with another key blocks a new one. */
async function endOther(manager: PushManager, key: string): Promise<void> {
  const made = await manager.getSubscription();
  if (hasOtherKey(made, key)) await made?.unsubscribe();
}

function hasOtherKey(made: PushSubscription | null, key: string): boolean {
  const known = made?.options.applicationServerKey;
  return !!known && encoded(known) !== key;
}

const encoded = (key: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(key)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
