import { REPLAY_MIN_MS } from '#shared/limits.ts';
import type { Channel } from '#shared/channels/channels.ts';
import {
  type SoftwareBroadcast,
  softwareBroadcastId,
  softwareBroadcastOf,
  broadcastOfStream,
  recordedBroadcast,
  type TimedBroadcast,
} from '../software-broadcast.ts';
import { recordedParts, type Replay } from '#functions/videos/index.ts';
import { joinRecordings } from './join-recordings.service.ts';
import { endedFileUrl, posterUrl, readEndedFile, type Recording } from './recording-ended-file.ts';
import type { RecordingLocation } from './recording-location.ts';
import type { LiveRecording } from '#functions/channels/index.ts';
import { deletePreview, type PreviewRecordingDeps } from './preview-recording.service.ts';
import type { RecordingFiles } from './recording-files.s3.ts';
import type { StreamsRepository } from '../table/streaming.repository.ts';
import type { RecordingsRepository } from './recordings.repository.ts';

export interface RecordingEventsDeps extends PreviewRecordingDeps {
  readonly streams: Pick<StreamsRepository, 'find' | 'notePreviewRecording'>;
  readonly channels: { findById(id: string): Promise<Channel | null> };
  /** The channel's ended broadcasts that had begun by then, latest first. */
  readonly endedBroadcasts: (channelId: string, byMs: number) => Promise<readonly TimedBroadcast[]>;
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
  readonly prefix: string;
  readonly streamId: string;
  readonly begunAtMs: number;
}

/** Shows a recording and its pictures on the channel while its broadcast is live. Of a preview it is noted alone. */
export async function showRecording(
  { streams, showLive }: Pick<RecordingEventsDeps, 'streams' | 'showLive'>,
  { channelId, place, prefix, streamId, begunAtMs }: BegunRecording,
): Promise<void> {
  const { live, ingestChannel } = await streams.find(channelId);
  if (!ingestChannel) return;
  if (!live || begunAtMs + EVENT_GRAIN_MS < live.startedAtMs) {
    await streams.notePreviewRecording(channelId, streamId, { prefix, begunAtMs });
    return;
  }
  await showLive({
    channelId,
    videoUrl: ingestChannel.playbackUrl,
    pictureUrl: place.latestPictureUrl,
    recordingUrl: place.playlistUrl,
    startedAtMs: begunAtMs,
  });
}

export type RecordingOutcome =
  | 'published'
  | 'too short'
  | 'no channel'
  | 'deleted'
  | 'unwanted'
  | 'preview'
  | 'awaited';

/** The broadcast of a preview. */
const NO_BROADCAST = 0;
/** The latest start that keys can have. */
const ANY_START_MS = 99_999_999_999_999;

/**
 * Publishes a recording as (a part of) the replay of its broadcast, with the broadcast's last title. Does nothing when the
 * recordings are too short together, the channel is gone, or its owner wants no replay. Deletes what was a preview. Until
 * the file exists, only records the broadcast of its streams. Throws when the file is invalid.
 */
export async function publishRecording(
  ports: RecordingEventsDeps,
  ended: EndedRecording,
): Promise<RecordingOutcome> {
  const { channelId, prefix, place, streamIds } = ended;
  const channel = await ports.channels.findById(channelId);
  if (!channel) return 'no channel';
  const text = await ports.files.read(endedFileUrl(prefix));
  const broadcasts = await broadcastsOf(ports, channel);
  if (text === null) {
    const matched = broadcastOfStream(broadcasts, streamIds);
    if (matched) await ports.recordings.settle(place.recordingId, matched.startedAtMs);
    return 'awaited';
  }
  const media = readEndedFile(prefix, text);
  const { startedAtMs } = media;
  const endedAtMs = startedAtMs + EVENT_GRAIN_MS + media.durationMs;
  const matched = recordedBroadcast(broadcasts, { streamIds, startedAtMs, endedAtMs });
  const broadcastAtMs = await ports.recordings.settle(
    place.recordingId,
    matched?.startedAtMs ?? NO_BROADCAST,
  );
  const broadcast = broadcasts.find((one) => one.startedAtMs === broadcastAtMs) ?? matched;
  if (broadcastAtMs === NO_BROADCAST || !broadcast || !broadcast.keepsReplay) {
    await ports.discard(`${prefix}/`);
    return broadcast ? 'unwanted' : 'preview';
  }
  const recording = withoutPreview(
    { id: place.recordingId, prefix, ...media, cutMs: 0 },
    broadcast.startedAtMs,
  );
  if (recording.cutMs > 0)
    await deletePreview(ports, { ...recording, begunAtMs: startedAtMs }, broadcast.startedAtMs);
  await ports.recordings.keep(channelId, broadcastAtMs, recording);
  return publishAll(
    ports,
    { channelId, streamId: softwareBroadcastId(channelId, broadcastAtMs), details: broadcast },
    broadcastAtMs,
  );
}

/** A recording from the time on at which its channel went live. */
function withoutPreview(recording: Recording, liveAtMs: number): Recording {
  const cutMs = liveAtMs - recording.startedAtMs;
  if (cutMs <= EVENT_GRAIN_MS) return recording;
  return {
    ...recording,
    startedAtMs: liveAtMs,
    durationMs: Math.max(0, recording.durationMs - cutMs),
    cutMs,
  };
}

async function broadcastsOf(
  { streams, endedBroadcasts }: RecordingEventsDeps,
  channel: Channel,
): Promise<readonly TimedBroadcast[]> {
  // Reads the live broadcast first: if it ends between the two reads, the second one has it.
  const { live, keepsReplay } = await streams.find(channel.id);
  const ended = await endedBroadcasts(channel.id, ANY_START_MS);
  return live
    ? [{ ...softwareBroadcastOf(live, keepsReplay, channel), endedAtMs: Infinity }, ...ended]
    : ended;
}

/** The source and the title of a replay. */
interface ReplaySource {
  readonly channelId: string;
  readonly streamId: string;
  readonly details: Pick<SoftwareBroadcast, 'title' | 'game' | 'tags'>;
}

/** The last of concurrent calls sees all recordings, and publishing is idempotent. */
async function publishAll(
  ports: RecordingEventsDeps,
  source: ReplaySource,
  broadcastAtMs: number,
): Promise<RecordingOutcome> {
  const list = () => ports.recordings.list(source.channelId, broadcastAtMs);
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
    others.length > 0 || first.cutMs > 0
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
