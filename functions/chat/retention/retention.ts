/** A range of a chat whose messages have to be retained or given an expiry. Times in ms since 1970. */
export interface RetentionRange {
  readonly channelId: string;
  /** The time of the displayed picture, or of writing. */
  readonly fromMs: number;
  readonly untilMs: number;
  /** Absent for a cleared chat. */
  readonly videoId?: string;
  readonly dueMs: number;
}

/** Then another worker may process the range. */
export const RETENTION_LEASE_MS = 60_000;
