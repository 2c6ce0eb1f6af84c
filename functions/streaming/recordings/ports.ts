import type { Channel } from '../../../shared/channels/streamers.ts';
import type { Airing } from '../airing.ts';
import type { Stream } from '../stream.ts';
import type { Recording } from './recording.ts';
import type { LivePicture } from '../../channels/index.ts';
import type { Replay } from '../../videos/index.ts';

export interface RecordingsRepository {
  /** Settles which airing a recording is of, by its start; answers what was settled first. */
  settle(recordingId: string, airingAtMs: number): Promise<number>;
  /** Keeps a recording of an airing. */
  keep(channelId: string, airingAtMs: number, recording: Recording): Promise<void>;
  /** Those of an airing, in order. */
  list(channelId: string, airingAtMs: number): Promise<Recording[]>;
}

/** Text files of recordings, by their addresses on the site. */
export interface RecordingFiles {
  /** `null` where there is none. */
  read(url: string): Promise<string | null>;
  write(url: string, text: string): Promise<void>;
}

export interface RecordingEventsPorts {
  readonly streams: { find(channelId: string): Promise<Stream> };
  readonly channels: { findById(id: string): Promise<Channel | null> };
  /** The channel's last airings that have ended and had begun by then, the latest first. */
  readonly endedAirings: (channelId: string, byMs: number) => Promise<readonly Airing[]>;
  readonly showPicture: (picture: LivePicture) => Promise<void>;
  readonly recordings: RecordingsRepository;
  readonly files: RecordingFiles;
  /** Once for each `streamId`, however often it is called; `null` where its owner has deleted it. */
  readonly publishReplay: (replay: Replay) => Promise<unknown>;
  /** Deletes all files whose keys begin so. */
  readonly discard: (filesPrefix: string) => Promise<void>;
}
