import type { Ingest } from '../../shared/channels/streamers.ts';

/** What a channel has at IVS: made at a Create Stream, and deleted when none has been pressed for long. */
export interface IngestChannel {
  readonly arn: string;
  readonly rtmpUrl: string;
  readonly playbackUrl: string;
}

/** IVS's id of a channel: the end of its ARN, and a part of its recordings' keys. */
export const ivsIdOf = (arn: string): string => arn.slice(arn.lastIndexOf('/') + 1);

/** Whether video arrives, as of when, and in which IVS stream. Times in ms since 1970. */
export interface IngestState {
  readonly ingest: Ingest;
  /** When what is known of it happened. */
  readonly sinceMs: number;
  /** IVS's id of the newest stream that was seen. */
  readonly streamId: string | undefined;
}

/** A channel's stream through software. */
export interface Stream {
  readonly channelId: string;
  readonly ingestChannel: IngestChannel | undefined;
  /** Whether the owner wants replays, as it was said last. */
  readonly keepsReplay: boolean;
  /** When the last airing that has ended had begun. */
  readonly lastStartedAtMs?: number | undefined;
  /** Absent while not live. */
  readonly live: LiveStream | undefined;
}

export interface LiveStream extends IngestState {
  readonly streamKey: string;
  readonly startedAtMs: number;
  /** For how long it was taken in before `sinceMs`. @default 0 */
  readonly receivedMs?: number;
  /** Whether its followers hear of it already. @default no */
  readonly isAnnounced?: boolean;
}
