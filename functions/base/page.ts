/** `next` is the cursor of the next page. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | undefined;
  /** Absent when unknown, because some entries are not for the caller. */
  readonly total: number | undefined;
}

export interface PageRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
}
