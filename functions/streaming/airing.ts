import type { Channel } from '../../shared/streamers.ts';
import type { LiveStream } from './stream.ts';

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
