/** Subscribes to events. All subscriptions share one socket. */
import type { ChannelEvent, ListEvent } from '#shared/live/channel-events.ts';
import { setBounded } from '#shared/plain/bounded.ts';
import { channelTopic, LISTS_TOPIC } from '#shared/plain/topics.ts';
import { call } from '../api/api.ts';
import { showAnyPass, showPass } from '../api/passes.ts';
import { FRESH_AFTER_MS, type RecentEvent, recentEvents } from './recent-events.ts';
import { type Listener, type OpenSocket, shareTopics } from './topics.ts';

/** Calls `show` with a pass for the topic. */
type ShowPass = (show: (pass: string) => Promise<() => void>) => Promise<() => void>;

const listenTo = shareTopics();

export const opening =
  (topic: string, show: ShowPass): OpenSocket =>
  async (handlers) => {
    const [realtime, { subscribeToTopic }] = await Promise.all([
      call('GET /realtime'),
      import('./topic-socket.ts'),
    ]);
    return show((pass) => subscribeToTopic(realtime, { topic, pass }, handlers));
  };

/** Listens to a channel until the returned function is called. */
export function listenToChannel(channelId: string, listener: Listener<ChannelEvent>): () => void {
  const topic = channelTopic(channelId);
  const open = opening(topic, (show) => showPass('channel', channelId, show));
  const onEvents = (events: readonly ChannelEvent[]): void => listener.onEvents(dedupe(channelId, events));
  return listenTo(topic, open, { ...listener, onEvents } as Listener<unknown>);
}

export const listenToLists = (listener: Listener<ListEvent>): (() => void) =>
  listenTo(LISTS_TOPIC, opening(LISTS_TOPIC, showAnyPass), listener as Listener<unknown>);

const STATE_TYPES: ReadonlySet<string> = new Set(['room', 'schedule', 'stream', 'viewers']);
/** No request takes longer than the added minute. */
const KEPT_MS = FRESH_AFTER_MS + 60_000;
const MAX_CHANNELS = 100;

interface Delivery {
  events: readonly ChannelEvent[];
  fresh: readonly ChannelEvent[];
  /** The highest version by type. */
  readonly versions: Map<string, number>;
}

const deliveries = new Map<string, Delivery>();

/** The new events of a delivery, without duplicates and outdated versions. */
export function dedupe(channelId: string, events: readonly ChannelEvent[]): readonly ChannelEvent[] {
  const last = deliveries.get(channelId) ?? { events: [], fresh: [], versions: new Map<string, number>() };
  if (last.events === events) return last.fresh;
  setBounded(deliveries, channelId, last, MAX_CHANNELS);
  last.events = events;
  last.fresh = events.filter((event) => isFresh(event, last.versions));
  remember(channelId, last.fresh);
  return last.fresh;
}

function isFresh(event: ChannelEvent, versions: Map<string, number>): boolean {
  if (!('version' in event)) return true;
  if (event.version < (versions.get(event.type) ?? 0)) return false;
  versions.set(event.type, event.version);
  return true;
}

function remember(channelId: string, events: readonly ChannelEvent[]): void {
  const atMs = Date.now();
  const before = (recentEvents.get(channelId) ?? []).filter((one) => atMs - one.atMs < KEPT_MS);
  const now: RecentEvent[] = events
    .filter(({ type }) => STATE_TYPES.has(type))
    .map((event) => ({ event, atMs }));
  setBounded(recentEvents, channelId, [...before, ...now], MAX_CHANNELS);
}
