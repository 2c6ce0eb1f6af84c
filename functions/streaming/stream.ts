import type { Ingest } from '#shared/channels/channels.ts';

/** A channel at IVS. Create Stream makes it; it is deleted when it has been idle for long. */
export interface IngestChannel {
  readonly arn: string;
  readonly rtmpUrl: string;
  readonly playbackUrl: string;
}

/** IVS's id of a channel: the end of its ARN, and a part of its recordings' keys. */
export const ivsIdOf = (arn: string): string => arn.slice(arn.lastIndexOf('/') + 1);

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
  /** The owner's latest choice. */
  readonly keepsReplay: boolean;
  /** Start of the last ended airing. */
  readonly lastStartedAtMs?: number | undefined;
  /** Missing while not live. */
  readonly live: LiveStream | undefined;
}

export interface LiveStream extends IngestState {
  readonly streamKey: string;
  readonly startedAtMs: number;
  /** How long it was received before `sinceMs`. @default 0 */
  readonly receivedMs?: number;
  /** When its first picture arrived, with which it became public; missing before. */
  readonly onAirSinceMs?: number;
  /** The channel's followers at that time. */
  readonly followersBefore?: number;
  /** The most viewers when its picture stopped. @default 0 */
  readonly viewersBefore?: number;
}
