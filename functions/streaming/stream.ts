import type { Ingest } from '#shared/channels/channels.ts';

/** A channel at IVS. Create Stream makes it; it is deleted when it has been idle for long. */
export interface IngestChannel {
  readonly arn: string;
  readonly rtmpUrl: string;
  readonly playbackUrl: string;
}

/** IVS's id of a channel: the end of its ARN, and a part of its recordings' keys. */
export const ivsIdOf = (arn: string): string => arn.slice(arn.lastIndexOf('/') + 1);

/** What IVS receives of a channel that never had a stream. */
export const NO_INPUT: IngestState = { ingest: 'waiting', sinceMs: 0, streamId: undefined };

/** Whether video arrives, since when, and in which IVS stream. Times in ms since 1970. */
export interface IngestState {
  readonly ingest: Ingest;
  /** Time of the last known event. */
  readonly sinceMs: number;
  /** IVS's id of the newest known stream. */
  readonly streamId: string | undefined;
}

/** A channel's stream through software. */
export interface Stream {
  readonly channelId: string;
  readonly ingestChannel: IngestChannel | undefined;
  /** The channel's only valid key at IVS; missing before the first Create Stream, and after it was revoked. */
  readonly streamKey: string | undefined;
  /** When IVS revoked the key of an encoder that kept connecting; missing from the next Create Stream on. */
  readonly keyRevokedMs?: number | undefined;
  /** What IVS receives, also while the channel is not live: then it is a preview, for its owner alone. */
  readonly input: IngestState;
  /** The latest preview that was disconnected, and how many directly before. */
  readonly dropped?: { readonly atMs: number; readonly times: number } | undefined;
  /** The recording of a preview, which has begun before the channel was live. */
  readonly previewRecording?: PreviewRecording | undefined;
  /** How often the channel went live through software. */
  readonly starts: number;
  /** Whether software that connects makes the channel live. */
  readonly startsItself: boolean;
  /** The owner's latest choice. */
  readonly keepsReplay: boolean;
  /** Start of the last ended broadcast. */
  readonly lastStartedAtMs?: number | undefined;
  /** Missing while not live. */
  readonly live: LiveStream | undefined;
}

/** Its key prefix in the bucket, and its beginning in ms since 1970. */
export interface PreviewRecording {
  readonly prefix: string;
  readonly begunAtMs: number;
}

export interface LiveStream extends IngestState {
  readonly startedAtMs: number;
  /** How long it was received before `sinceMs`. @default 0 */
  readonly receivedMs?: number;
  /** When its first picture arrived, with which it became public; missing before. */
  readonly onAirSinceMs?: number;
  /** The channel's followers at that time. */
  readonly followersBefore?: number;
  /** The most viewers when its picture stopped. @default 0 */
  readonly viewersBefore?: number;
  /** When the address for viewers was signed. */
  readonly signedAtMs?: number;
}
