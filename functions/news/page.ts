/**
 * A queued message: the mentioned people, a page of the audience, or, without `until`, all of the audience after a position,
 * which is divided into pages.
 */
export interface Page {
  readonly notice: string;
  readonly after?: string | undefined;
  readonly until?: string | undefined;
  /** Of the audience, to which the page belongs. */
  readonly part?: string | undefined;
  readonly named?: readonly string[] | undefined;
}
