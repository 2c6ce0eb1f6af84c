import type { Channel } from '../../shared/channels/streamers.ts';
import type { BilledBroadcast, Costs } from '../costs/index.ts';
import type { LiveStream, Stream } from './stream.ts';

/** What a stream through software was called, from when on, and the last of its streams at IVS that is known. */
export interface Airing {
  readonly startedAtMs: number;
  readonly streamId: string | undefined;
  readonly title: string;
  readonly game: string;
  readonly tags: readonly string[];
  /** Whether its owner wants a replay. */
  readonly keepsReplay: boolean;
}

/** The one that is on the air: it is called what the channel shows. */
export const airingOf = (
  { startedAtMs, streamId }: LiveStream,
  keepsReplay: boolean,
  { title, game, tags }: Channel,
): Airing => ({ startedAtMs, streamId, title, game, tags, keepsReplay });

/** When a recording began, as well as it is known. Times in ms since 1970. */
export interface RecordedTime {
  readonly streamIds: readonly string[];
  readonly startedAtMs: number;
}

/** The one with one of these streams of IVS. */
export const airingOfStream = (
  airings: readonly Airing[],
  streamIds: readonly string[],
): Airing | undefined =>
  airings.find(({ streamId }) => streamId !== undefined && streamIds.includes(streamId));

/** Which of a channel's airings a recording shows: the one with its stream, or the last that had begun by then. */
export function recordedAiring(
  airings: readonly Airing[],
  { streamIds, startedAtMs }: RecordedTime,
): Airing | undefined {
  return airingOfStream(airings, streamIds) ?? airings.find((airing) => airing.startedAtMs <= startedAtMs);
}

/** For how long IVS has taken a stream in since Create Stream, until `atMs`. */
export const receivedUntil = ({ ingest, sinceMs, receivedMs = 0 }: LiveStream, atMs: number): number =>
  receivedMs + (ingest === 'receiving' ? Math.max(0, atMs - sinceMs) : 0);

/** An airing, as one of the things that cost. */
export const costOfAiring = (channelId: string, startedAtMs: number): BilledBroadcast => ({
  channelId,
  id: `S${startedAtMs}`,
  startedAtMs,
});

/** Says what the airing that is on has cost until `atMs`; nothing where no picture has come. */
export async function noteAiring(
  { costs }: { readonly costs: Pick<Costs, 'note'> },
  { channelId, live, keepsReplay }: Stream,
  atMs: number,
): Promise<void> {
  const receivedMs = live ? receivedUntil(live, atMs) : 0;
  if (!live || receivedMs === 0) return;
  const thing = costOfAiring(channelId, live.startedAtMs);
  await costs.note(thing, { kind: 'software', receivedMs, keepsReplay }, atMs);
}
