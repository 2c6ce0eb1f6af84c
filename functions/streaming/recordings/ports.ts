import type { Channel } from '../../../shared/channels/streamers.ts';
import type { Airing } from '../airing.ts';
import type { Stream } from '../stream.ts';
import type { Recording } from './recording.ts';
import type { LivePicture } from '../../channels/index.ts';
import type { Replay } from '../../videos/index.ts';

export interface RecordingsRepository {
  /** Stores which airing a recording belongs to, by its start; returns the first stored value. */
  settle(recordingId: string, airingAtMs: number): Promise<number>;
  keep(channelId: string, airingAtMs: number, recording: Recording): Promise<void>;
  /** The recordings of an airing, in order. */
  list(channelId: string, airingAtMs: number): Promise<Recording[]>;
}

/** Text files of recordings, by their addresses on the site. */
export interface RecordingFiles {
  /** `null` when there is none. */
  read(url: string): Promise<string | null>;
  write(url: string, text: string): Promise<void>;
}

export interface RecordingEventsPorts {
  readonly streams: { find(channelId: string): Promise<Stream> };
  readonly channels: { findById(id: string): Promise<Channel | null> };
  /** The channel's ended airings that had begun by then, latest first. */
  readonly endedAirings: (channelId: string, byMs: number) => Promise<readonly Airing[]>;
  readonly showPicture: (picture: LivePicture) => Promise<void>;
  readonly recordings: RecordingsRepository;
  readonly files: RecordingFiles;
  /** Idempotent for each `streamId`; `null` when the owner has deleted the replay. */
  readonly publishReplay: (replay: Replay) => Promise<unknown>;
  /** Deletes all files with this key prefix. */
  readonly discard: (filesPrefix: string) => Promise<void>;
}
