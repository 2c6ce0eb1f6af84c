/** What lists were told of late. */
import type { ListEvent } from '../../../../shared/live/channel-events.ts';
import { knownAfterMs, OF_LISTS } from '../../../../shared/plain/freshness.ts';

/** By then no cache answers with a list from before. */
export const KNOWN_AFTER_MS = knownAfterMs(OF_LISTS);

const KNOWN: readonly ListEvent['type'][] = ['live', 'offline', 'gone', 'shown'];

/** Of which channel it is. */
export const idOf = (event: ListEvent): string => ('channel' in event ? event.channel.id : event.id);

/** Remembers the last word on each channel. Events may come twice, late, and in another order. */
export function latestNews(nowMs: () => number) {
  const last = new Map<string, { readonly event: ListEvent; readonly atMs: number }>();
  return {
    /** Those of the events that are news, and that this page knows what to do with. */
    take: (events: readonly ListEvent[]): readonly ListEvent[] =>
      events.filter((event) => {
        if (!KNOWN.includes(event.type)) return false;
        const known = last.get(idOf(event));
        if (known && known.event.version >= event.version) return false;
        last.set(idOf(event), { event, atMs: nowMs() });
        return true;
      }),
    /** Those that an answer may not know yet. */
    recent: (): readonly ListEvent[] =>
      [...last.values()].filter(({ atMs }) => nowMs() - atMs < KNOWN_AFTER_MS).map(({ event }) => event),
  };
}
