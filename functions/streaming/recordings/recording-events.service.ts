import { REPLAY_MIN_MS } from '../../../shared/limits.ts';
import type { Channel } from '../../../shared/streamers.ts';
import { airingOf, recordedAiring, type Airing } from '../airing.ts';
import { recordedParts } from '../../channels/recorded-parts.ts';
import { joinRecordings } from './join-recordings.service.ts';
import { masterUrl, posterUrl, type Recording } from './recording.ts';
import type { RecordingPlace } from './recording.place.ts';
import type { RecordingEventsPorts } from './ports.ts';

const MINUTE_MS = 60_000;
/** Events tell whole seconds: what they report may have happened up to so much later. */
const EVENT_GRAIN_MS = 999;

/** A recording that has ended. Times in ms since 1970. */
export interface EndedRecording {
  readonly channelId: string;
  readonly prefix: string;
  readonly place: RecordingPlace;
  readonly streamIds: readonly string[];
  readonly durationMs: number;
  readonly endedAtMs: number;
}

/** A recording that has begun. */
export interface BegunRecording {
  readonly channelId: string;
  readonly place: RecordingPlace;
  readonly begunAtMs: number;
}

/** Shows the pictures that IVS takes of a recording, while its airing is on the air. */
export async function showRecording(
  { streams, showPicture }: Pick<RecordingEventsPorts, 'streams' | 'showPicture'>,
  { channelId, place, begunAtMs }: BegunRecording,
): Promise<void> {
  const { live, ingestChannel } = await streams.find(channelId);
  if (!live || !ingestChannel || begunAtMs + EVENT_GRAIN_MS < live.startedAtMs) return;
  await showPicture({ channelId, videoUrl: ingestChannel.playbackUrl, pictureUrl: place.latestPictureUrl });
}

export type RecordingOutcome = 'published' | 'too short' | 'no channel' | 'deleted' | 'unwanted';

/**
 * Makes a recording (a part of) the replay of the airing that it shows, under the title that this had at its end.
 * Nothing where the airing's recordings are too short together, the channel is gone, or its owner wants no replay.
 */
export async function publishRecording(
  ports: RecordingEventsPorts,
  ended: EndedRecording,
): Promise<RecordingOutcome> {
  const { channelId, prefix, place, durationMs } = ended;
  const channel = await ports.channels.findById(channelId);
  if (!channel) return 'no channel';
  const recording = { id: place.recordingId, prefix, startedAtMs: startOf(ended), durationMs };
  const airings = await airingsUntil(ports, channel, lastStartOf(place));
  const shown = recordedAiring(airings, {
    streamIds: ended.streamIds,
    startedAtMs: recording.startedAtMs + EVENT_GRAIN_MS,
  });
  if (!shown) return publish(ports, { channelId, streamId: recording.id, details: channel }, [recording]);
  if (!shown.keepsReplay) {
    await ports.discard(`${prefix}/`);
    return 'unwanted';
  }
  const startedAtMs = await ports.recordings.keep(channelId, shown.startedAtMs, recording);
  const details = airings.find((airing) => airing.startedAtMs === startedAtMs) ?? shown;
  return publishAll(ports, { channelId, streamId: `${channelId}.${startedAtMs}`, details }, startedAtMs);
}

/** IVS tells the minute; how long it waited for the encoder to come back, it does not tell. */
const startOf = ({ place, durationMs, endedAtMs }: EndedRecording): number =>
  Math.min(lastStartOf(place), Math.max(place.minuteMs, endedAtMs - durationMs));

const lastStartOf = ({ minuteMs }: RecordingPlace): number => minuteMs + MINUTE_MS - 1;

async function airingsUntil(
  { streams, endedAirings }: RecordingEventsPorts,
  channel: Channel,
  byMs: number,
): Promise<readonly Airing[]> {
  // First what is on the air: what ends between the two reads is then in the second one.
  const { live, keepsReplay } = await streams.find(channel.id);
  const ended = await endedAirings(channel.id, byMs);
  return live ? [airingOf(live, keepsReplay, channel), ...ended] : ended;
}

/** What a replay is of, and what it is called. */
interface Shown {
  readonly channelId: string;
  readonly streamId: string;
  readonly details: Pick<Airing, 'title' | 'game' | 'tags'>;
}

/** Whoever publishes last has seen all recordings: what came meanwhile is published again. */
async function publishAll(
  ports: RecordingEventsPorts,
  shown: Shown,
  airingAtMs: number,
): Promise<RecordingOutcome> {
  const list = () => ports.recordings.list(shown.channelId, airingAtMs);
  let known = await list();
  for (;;) {
    const outcome = await publish(ports, shown, known);
    const now = await list();
    if (now.length === known.length) return outcome;
    known = now;
  }
}

async function publish(
  ports: RecordingEventsPorts,
  { channelId, streamId, details }: Shown,
  recordings: readonly Recording[],
): Promise<RecordingOutcome> {
  const [first, ...others] = recordings;
  const lengthMs = recordings.reduce((sum, { durationMs }) => sum + durationMs, 0);
  if (!first || lengthMs < REPLAY_MIN_MS) return 'too short';
  const playable =
    others.length > 0
      ? await joinRecordings(ports.files, recordings)
      : { playbackUrl: masterUrl(first), durationS: first.durationMs / 1000 };
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
