import type { Channel } from '../../shared/streamers.ts';
import type { Replay } from '../channels/replay.ts';
import { broadcastOf, recordedBroadcast, type Broadcast } from './broadcast.ts';
import type { RecordingPlace } from './recording.place.ts';
import type { Stream } from './stream.ts';

/** Shorter recordings are of an encoder that was started by mistake, or to test it. */
export const REPLAY_MIN_MS = 2_000;

const MINUTE_MS = 60_000;

export interface RecordingEventsPorts {
  readonly streams: { find(channelId: string): Promise<Stream> };
  readonly channels: { findById(id: string): Promise<Channel | null> };
  /** The channel's last broadcasts that have ended and had begun by then, the latest first. */
  readonly endedBroadcasts: (channelId: string, byMs: number) => Promise<readonly Broadcast[]>;
  /** Once for each `streamId`, however often it is called. */
  readonly publishReplay: (replay: Replay) => Promise<unknown>;
}

/** A recording that has ended. Times in ms since 1970. */
export interface EndedRecording {
  readonly channelId: string;
  readonly prefix: string;
  readonly place: RecordingPlace;
  readonly streamIds: readonly string[];
  readonly durationMs: number;
  readonly endedAtMs: number;
}

/**
 * Makes a recording the replay of the broadcast that it shows, under the title that this had at its end. Nothing where
 * the recording is too short, or the channel is gone.
 */
export async function publishRecording(
  ports: RecordingEventsPorts,
  recording: EndedRecording,
): Promise<'published' | 'too short' | 'no channel'> {
  const { channelId, prefix, place, durationMs } = recording;
  if (durationMs < REPLAY_MIN_MS) return 'too short';
  const channel = await ports.channels.findById(channelId);
  if (!channel) return 'no channel';
  const startedAtMs = startOf(recording);
  const { title, game, tags } = await detailsOf(ports, channel, recording);
  await ports.publishReplay({
    channelId,
    streamId: place.recordingId,
    title,
    category: game,
    tags,
    description: '',
    startedAt: new Date(startedAtMs).toISOString(),
    durationS: durationMs / 1000,
    playbackUrl: place.playbackUrl,
    thumbnailUrl: place.posterUrl(durationMs),
    filesPrefix: `${prefix}/`,
  });
  return 'published';
}

/** IVS tells the minute; how long it waited for the encoder to come back, it does not tell. */
const startOf = ({ place, durationMs, endedAtMs }: EndedRecording): number =>
  Math.min(lastStartOf(place), Math.max(place.minuteMs, endedAtMs - durationMs));

const lastStartOf = ({ minuteMs }: RecordingPlace): number => minuteMs + MINUTE_MS - 1;

async function detailsOf(
  { streams, endedBroadcasts }: RecordingEventsPorts,
  channel: Channel,
  { place, streamIds, ...recording }: EndedRecording,
): Promise<Pick<Broadcast, 'title' | 'game' | 'tags'>> {
  // First what is on the air: what ends between the two reads is then in the second one.
  const { live } = await streams.find(channel.id);
  const ended = await endedBroadcasts(channel.id, lastStartOf(place));
  const broadcasts = live ? [broadcastOf(live, channel), ...ended] : ended;
  const startedAtMs = startOf({ place, streamIds, ...recording });
  return recordedBroadcast(broadcasts, { streamIds, startedAtMs }) ?? channel;
}
