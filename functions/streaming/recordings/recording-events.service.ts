import { MINUTE_MS } from '#shared/plain/time.ts';
import { REPLAY_MIN_MS } from '#shared/limits.ts';
import type { Channel } from '#shared/channels/channels.ts';
import { airingId, airingOf, airingOfStream, recordedAiring, type Airing } from '../airing.ts';
import { recordedParts, type Replay } from '#functions/videos/index.ts';
import { joinRecordings } from './join-recordings.service.ts';
import { endedFileUrl, posterUrl, readEndedFile, type Recording } from './recording-ended-file.ts';
import type { RecordingLocation } from './recording-location.ts';
import type { LiveRecording } from '#functions/channels/index.ts';
import type { Stream } from '../stream.ts';
import type { RecordingFiles } from './recording-files.s3.ts';
import type { RecordingsRepository } from './recordings.repository.ts';

export interface RecordingEventsDeps {
  readonly streams: { find(channelId: string): Promise<Stream> };
  readonly channels: { findById(id: string): Promise<Channel | null> };
  /** The channel's ended airings that had begun by then, latest first. */
  readonly endedAirings: (channelId: string, byMs: number) => Promise<readonly Airing[]>;
  readonly showLive: (recording: LiveRecording) => Promise<void>;
  readonly recordings: RecordingsRepository;
  readonly files: RecordingFiles;
  /** Idempotent for each `streamId`; `null` when the owner has deleted the replay. */
  readonly publishReplay: (replay: Replay) => Promise<unknown>;
  /** Deletes all files with this key prefix. */
  readonly discard: (filesPrefix: string) => Promise<unknown>;
}

/** Events and files have whole seconds, so the real time may be later by this much. */
const EVENT_GRAIN_MS = 999;

/** An ended recording: its file exists, or IVS has reported the end. */
export interface EndedRecording {
  readonly channelId: string;
  readonly prefix: string;
  readonly place: RecordingLocation;
  /** The streams of IVS that it contains; empty when unknown. */
  readonly streamIds: readonly string[];
}

export interface BegunRecording {
  readonly channelId: string;
  readonly place: RecordingLocation;
  readonly begunAtMs: number;
}

/** Shows a recording and its pictures on the channel while its airing is live. */
export async function showRecording(
  { streams, showLive }: Pick<RecordingEventsDeps, 'streams' | 'showLive'>,
  { channelId, place, begunAtMs }: BegunRecording,
): Promise<void> {
  const { live, ingestChannel } = await streams.find(channelId);
  if (!live || !ingestChannel || begunAtMs + EVENT_GRAIN_MS < live.startedAtMs) return;
  await showLive({
    channelId,
    videoUrl: ingestChannel.playbackUrl,
    pictureUrl: place.latestPictureUrl,
    recordingUrl: place.playlistUrl,
    startedAtMs: begunAtMs,
  });
}

export type RecordingOutcome = 'published' | 'too short' | 'no channel' | 'deleted' | 'unwanted' | 'awaited';

/** The airing of a recording that belongs to no known one. */
const NO_AIRING = 0;

/**
 * Publishes a recording as (a part of) the replay of its airing, with the airing's last title. Does nothing when the
 * recordings are too short together, the channel is gone, or its owner wants no replay. Until the file exists, only
 * records the airing of its streams. Throws when the file is invalid.
 */
export async function publishRecording(
  ports: RecordingEventsDeps,
  ended: EndedRecording,
): Promise<RecordingOutcome> {
  const { channelId, prefix, place, streamIds } = ended;
  const channel = await ports.channels.findById(channelId);
  if (!channel) return 'no channel';
  const text = await ports.files.read(endedFileUrl(prefix));
  const airings = await airingsUntil(ports, channel, lastStartOf(place));
  if (text === null) {
    const matched = airingOfStream(airings, streamIds);
    if (matched) await ports.recordings.settle(place.recordingId, matched.startedAtMs);
    return 'awaited';
  }
  const recording = { id: place.recordingId, prefix, ...readEndedFile(prefix, text) };
  const startedAtMs = recording.startedAtMs + EVENT_GRAIN_MS;
  const matched = recordedAiring(airings, { streamIds, startedAtMs });
  const airingAtMs = await ports.recordings.settle(recording.id, matched?.startedAtMs ?? NO_AIRING);
  const airing = airings.find((one) => one.startedAtMs === airingAtMs) ?? matched;
  if (airingAtMs === NO_AIRING || !airing)
    return publish(ports, { channelId, streamId: recording.id, details: channel }, [recording]);
  if (!airing.keepsReplay) {
    await ports.discard(`${prefix}/`);
    return 'unwanted';
  }
  await ports.recordings.keep(channelId, airingAtMs, recording);
  return publishAll(
    ports,
    { channelId, streamId: airingId(channelId, airingAtMs), details: airing },
    airingAtMs,
  );
}

const lastStartOf = ({ minuteMs }: RecordingLocation): number => minuteMs + MINUTE_MS - 1;

async function airingsUntil(
  { streams, endedAirings }: RecordingEventsDeps,
  channel: Channel,
  byMs: number,
): Promise<readonly Airing[]> {
  // Reads the live airing first: if it ends between the two reads, the second one has it.
  const { live, keepsReplay } = await streams.find(channel.id);
  const ended = await endedAirings(channel.id, byMs);
  return live ? [airingOf(live, keepsReplay, channel), ...ended] : ended;
}

/** The source and the title of a replay. */
interface ReplaySource {
  readonly channelId: string;
  readonly streamId: string;
  readonly details: Pick<Airing, 'title' | 'game' | 'tags'>;
}

/** The last of concurrent calls sees all recordings, and publishing is idempotent. */
async function publishAll(
  ports: RecordingEventsDeps,
  source: ReplaySource,
  airingAtMs: number,
): Promise<RecordingOutcome> {
  const list = () => ports.recordings.list(source.channelId, airingAtMs);
  let known = await list();
  for (;;) {
    const outcome = await publish(ports, source, known);
    const now = await list();
    if (now.length === known.length) return outcome;
    known = now;
  }
}

async function publish(
  ports: RecordingEventsDeps,
  { channelId, streamId, details }: ReplaySource,
  recordings: readonly Recording[],
): Promise<RecordingOutcome> {
  const [first, ...others] = recordings;
  const lengthMs = recordings.reduce((sum, { durationMs }) => sum + durationMs, 0);
  if (!first || lengthMs < REPLAY_MIN_MS) return 'too short';
  const playable =
    others.length > 0
      ? await joinRecordings(ports.files, recordings)
      : { playbackUrl: first.playlistUrl, durationS: first.durationMs / 1000 };
  if (!playable || playable.durationS * 1000 < REPLAY_MIN_MS) return 'too short';
  const filesPrefixes = recordings.map(({ prefix }) => `${prefix}/`);
  const { title, game: category, tags } = details;
  const video = await ports.publishReplay({
    channelId,
    streamId,
    title,
    category,
    tags,
    description: '',
    startedAt: new Date(first.startedAtMs).toISOString(),
    ...playable,
    recorded: recordedParts(
      recordings.map(({ startedAtMs, durationMs }) => ({ atMs: startedAtMs, lengthMs: durationMs })),
    ),
    thumbnailUrl: posterUrl(longestOf(recordings)),
    filesPrefixes,
  });
  if (video !== null) return 'published';
  await Promise.all(filesPrefixes.map((prefix) => ports.discard(prefix)));
  return 'deleted';
}

const longestOf = (recordings: readonly Recording[]): Recording =>
  recordings.reduce((best, next) => (next.durationMs > best.durationMs ? next : best));
