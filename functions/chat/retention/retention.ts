/** A range of a chat whose messages have to be retained or given an expiry. Times in ms since 1970. */
export interface RetentionRange {
  readonly channelId: string;
  /** By what the authors saw of the stream. */
  readonly fromMs: number;
  readonly untilMs: number;
  /** The replay that may retain the messages; absent if no replay does. */
  readonly videoId?: string;
  /** When the scheduled task processes the range. */
  readonly dueMs: number;
}

/** A worker has this long to process a range before another may. */
export const RETENTION_LEASE_MS = 60_000;
