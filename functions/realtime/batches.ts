import type { Batch, PageEvent } from './ports.ts';

/** AppSync bills each delivery by pieces of this size. */
const MAX_BATCH_BYTES = 5000;

/** What is to be told, in its order, in batches as large as one delivery may be. */
export function batchesOf(news: readonly PageEvent[]): Batch[] {
  const batches: PageEvent[][] = [];
  let bytes = Infinity;
  for (const event of withoutSuperseded(news)) {
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

/** Without those that a later one says anew: of what tells how something now is, the last word is enough. */
function withoutSuperseded(news: readonly PageEvent[]): readonly PageEvent[] {
  const last = new Map<string, PageEvent>();
  for (const event of news) {
    const of = stateOf(event);
    if (of !== null && versionOf(event) >= versionOf(last.get(of))) last.set(of, event);
  }
  return news.filter((event) => {
    const of = stateOf(event);
    return of === null || last.get(of) === event;
  });
}

/** Whose state an event tells; `null` for one that tells of something that happened. */
function stateOf(event: PageEvent): string | null {
  switch (event.type) {
    case 'stream':
    case 'viewers':
    case 'room':
    case 'schedule':
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
