import type { ChannelEvent, ListEvent, PersonEvent } from '#shared/live/channel-events.ts';

export type PageEvent = ChannelEvent | ListEvent | PersonEvent;

export interface Batch {
  readonly events: readonly PageEvent[];
}

/** AppSync bills each delivery in units of 5 KB. */
const MAX_BATCH_BYTES = 5000;

/** Groups events, in order, into batches of one billing unit each. */
export function batchesOf(all: readonly PageEvent[]): Batch[] {
  const batches: PageEvent[][] = [];
  let bytes = Infinity;
  for (const event of withoutSuperseded(all)) {
    const size = Buffer.byteLength(JSON.stringify(event)) + 1;
    if (bytes + size > MAX_BATCH_BYTES) {
      batches.push([]);
      bytes = Buffer.byteLength(JSON.stringify({ events: [] }));
    }
    batches.at(-1)?.push(event);
    bytes += size;
  }
  return batches.map((events) => ({ events }));
}

/** Drops events that a later event about the same state replaces. */
function withoutSuperseded(all: readonly PageEvent[]): readonly PageEvent[] {
  const last = new Map<string, PageEvent>();
  for (const event of all) {
    const state = stateOf(event);
    if (state !== null && versionOf(event) >= versionOf(last.get(state))) last.set(state, event);
  }
  return all.filter((event) => {
    const state = stateOf(event);
    return state === null || last.get(state) === event;
  });
}

/** The state that an event replaces; `null` for an event that is not a state, such as a message. */
function stateOf(event: PageEvent): string | null {
  switch (event.type) {
    case 'stream':
    case 'viewers':
    case 'room':
    case 'poll':
    case 'schedule':
    case 'emotes':
      return event.type;
    case 'gone':
      return 'id' in event ? event.id : event.type;
    case 'live':
    case 'shown':
      return event.channel.id;
    case 'offline':
      return event.id;
    default:
      return null;
  }
}

const versionOf = (event: PageEvent | undefined): number => (event && 'version' in event ? event.version : 0);
