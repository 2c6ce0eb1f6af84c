/** Takes in what the socket tells of channels. Events may come twice, late, and in another order. */
import type { QueryClient } from '@tanstack/react-query';
import type { ChannelEvent } from '../../../../shared/live/channel-events.ts';
import { setBounded } from '../../../../shared/plain/bounded.ts';
import { KNOWN_AFTER_MS } from './asking.ts';
import { type ChangedBy, told } from './told.ts';

/** What tells how something is, rather than what happened. */
const KINDS: ReadonlySet<string> = new Set(['room', 'schedule', 'stream', 'viewers']);
/** No request takes so long. */
const KEPT_MS = KNOWN_AFTER_MS + 60_000;

interface Hearing {
  /** The last delivery, which each part of the page that listens hands on, and what is new of it. */
  events: readonly ChannelEvent[];
  news: readonly ChannelEvent[];
  /** The highest of each kind that has versions. */
  readonly versions: Map<string, number>;
}

/** Of one page over hours; of those that were left long ago nothing is told any more. */
const MAX_CHANNELS = 100;

const hearings = new Map<string, Hearing>();

/** What is new among what was delivered: of events with versions none that is older than one that was heard. */
export function hear(channelId: string, events: readonly ChannelEvent[]): readonly ChannelEvent[] {
  const hearing = hearings.get(channelId) ?? { events: [], news: [], versions: new Map<string, number>() };
  if (hearing.events === events) return hearing.news;
  setBounded(hearings, channelId, hearing, MAX_CHANNELS);
  hearing.events = events;
  hearing.news = events.filter((event) => isNews(event, hearing.versions));
  keep(channelId, hearing.news);
  return hearing.news;
}

function isNews(event: ChannelEvent, versions: Map<string, number>): boolean {
  if (!('version' in event)) return true;
  if (event.version < (versions.get(event.type) ?? 0)) return false;
  versions.set(event.type, event.version);
  return true;
}

function keep(channelId: string, news: readonly ChannelEvent[]): void {
  const atMs = Date.now();
  const before = (told.get(channelId) ?? []).filter((one) => atMs - one.atMs < KEPT_MS);
  const now = news.filter(({ type }) => KINDS.has(type)).map((event) => ({ event, atMs }));
  setBounded(told, channelId, [...before, ...now], MAX_CHANNELS);
}

/** Shows by a query what was told. An answer that is still to come knows of it, too. */
export function show<Thing>(
  cache: QueryClient,
  queryKey: readonly unknown[],
  news: readonly ChannelEvent[],
  changedBy: ChangedBy<Thing>,
): void {
  const known = cache.getQueryData<Thing>(queryKey);
  if (known === undefined) return;
  const now = news.reduce(changedBy, known);
  if (now !== known) cache.setQueryData<Thing>(queryKey, now);
}
