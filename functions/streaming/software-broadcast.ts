import type { Channel } from '#shared/channels/channels.ts';
import type { StreamEndedBy } from '#shared/live/streaming.ts';
import type { BilledBroadcast, Costs } from '#functions/costs/index.ts';
import type { LiveStream, Stream } from './stream.ts';

/** The details of a broadcast through software, and its latest stream at IVS that is known. */
export interface SoftwareBroadcast {
  readonly startedAtMs: number;
  readonly streamId: string | undefined;
  readonly title: string;
  readonly game: string;
  readonly tags: readonly string[];
  /** Whether its owner wants a replay. */
  readonly keepsReplay: boolean;
  /** The playlist of its newest recording, as served by the CDN; missing if there is none. */
  readonly recordingUrl?: string | undefined;
}

export interface EndedSoftwareBroadcast extends SoftwareBroadcast {
  readonly endedAtMs: number;
  /** Missing if no video arrived, and in items of an earlier version. */
  readonly outcome?: BroadcastOutcome | undefined;
}

/** The figures in the receipt of an ended broadcast. */
export interface BroadcastOutcome {
  readonly endedBy: StreamEndedBy;
  readonly onAirSinceMs: number;
  readonly receivedMs: number;
  readonly newFollowers: number;
  /** At its end, or when its picture stopped before: there may have been more meanwhile. */
  readonly lastViewers: number;
}

/** At its end; the numbers before are those of `LiveStream`. */
export type BroadcastEnd = Omit<BroadcastOutcome, 'newFollowers' | 'lastViewers'> & {
  readonly followersBefore?: number | undefined;
  readonly viewersBefore?: number | undefined;
};

export function broadcastEnd(
  live: LiveStream,
  endedBy: StreamEndedBy,
  atMs: number,
): BroadcastEnd | undefined {
  const { onAirSinceMs, followersBefore, viewersBefore } = live;
  if (onAirSinceMs === undefined) return undefined;
  return { endedBy, onAirSinceMs, followersBefore, viewersBefore, receivedMs: receivedUntil(live, atMs) };
}

/** The `streamId` of its replay. */
export const softwareBroadcastId = (channelId: string, startedAtMs: number): string =>
  `${channelId}.${startedAtMs}`;

/** The live broadcast, with the channel's current details. */
export const softwareBroadcastOf = (
  { startedAtMs, streamId }: LiveStream,
  keepsReplay: boolean,
  { title, game, tags, recording_url: recordingUrl }: Channel,
): SoftwareBroadcast => ({ startedAtMs, streamId, title, game, tags, keepsReplay, recordingUrl });

/** A broadcast with its end; `Infinity` while it is live. */
export type TimedBroadcast = SoftwareBroadcast & { readonly endedAtMs: number };

/** The streams of a recording, if they are known, and its time in ms since 1970. */
export interface RecordedTime {
  readonly streamIds: readonly string[];
  readonly startedAtMs: number;
  readonly endedAtMs: number;
}

export const broadcastOfStream = <A extends SoftwareBroadcast>(
  broadcasts: readonly A[],
  streamIds: readonly string[],
): A | undefined => broadcasts.find(({ streamId }) => streamId !== undefined && streamIds.includes(streamId));

/** IVS disconnects an encoder a moment after its stream has ended, and its times have whole seconds. */
const TOLERANCE_MS = 2000;

/** The broadcast that a recording belongs to: the one with its stream, or that was live meanwhile; of a preview none. */
export function recordedBroadcast(
  broadcasts: readonly TimedBroadcast[],
  { streamIds, startedAtMs, endedAtMs }: RecordedTime,
): TimedBroadcast | undefined {
  const shared = (broadcast: TimedBroadcast): number =>
    Math.min(broadcast.endedAtMs, endedAtMs) - Math.max(broadcast.startedAtMs, startedAtMs);
  const [longest] = broadcasts.toSorted((a, b) => shared(b) - shared(a));
  return (
    broadcastOfStream(broadcasts, streamIds) ??
    (longest && shared(longest) > TOLERANCE_MS ? longest : undefined)
  );
}

/** How long IVS has received the stream since Create Stream, until `atMs`. */
export const receivedUntil = ({ ingest, sinceMs, receivedMs = 0 }: LiveStream, atMs: number): number =>
  receivedMs + (ingest === 'receiving' ? Math.max(0, atMs - sinceMs) : 0);

export const billedBroadcast = (channelId: string, startedAtMs: number): BilledBroadcast => ({
  channelId,
  id: `S${startedAtMs}`,
  startedAtMs,
});

/** Records the cost of the live broadcast until `atMs`; does nothing when no picture has arrived. */
export async function noteCost(
  { costs }: { readonly costs: Pick<Costs, 'note'> },
  { channelId, live, keepsReplay }: Stream,
  atMs: number,
): Promise<void> {
  const receivedMs = live ? receivedUntil(live, atMs) : 0;
  if (!live || receivedMs === 0) return;
  const broadcast = billedBroadcast(channelId, live.startedAtMs);
  await costs.note(broadcast, { kind: 'software', receivedMs, keepsReplay }, atMs);
}
