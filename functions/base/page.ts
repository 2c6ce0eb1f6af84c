/** One page of a list; `next` is the cursor of the page after it. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | undefined;
  /** Missing where it is not known: some of them are not for the caller. */
  readonly total: number | undefined;
}
