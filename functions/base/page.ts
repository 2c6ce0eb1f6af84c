/** One page of a list; `next` is the cursor of the page after it. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | undefined;
  /** Missing where it is not known: some of them are not for the caller. */
  readonly total: number | undefined;
}

/** Which page of a list to read: at most `limit` items, after `cursor`. */
export interface PageRequest {
  readonly limit: number;
  readonly cursor: string | undefined;
}
