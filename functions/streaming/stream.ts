import type { Ingest } from '../../shared/streamers.ts';

/** What a channel owns at IVS for good: made at the first Create Stream and kept, since an idle one costs nothing. */
export interface IngestChannel {
  readonly arn: string;
  readonly rtmpUrl: string;
  readonly playbackUrl: string;
}

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
  /** Absent while not live. */
  readonly live: LiveStream | undefined;
}

export interface LiveStream extends IngestState {
  readonly streamKey: string;
  readonly startedAtMs: number;
  /** Whether its followers hear of it already. @default no */
  readonly isTold?: boolean;
}
