/** A count of the server with one's own click, which a cached response may not include yet. */

/** A change here that a cached response may not include. */
export interface CountChange {
  /** The server's count at the time of the change. */
  readonly serverCount: number;
  readonly by: number;
}

/** The count to display. A changed server count includes the change. */
export const displayedCount = (serverCount: number, change: CountChange | null): number =>
  change?.serverCount === serverCount ? Math.max(0, serverCount + change.by) : serverCount;

export const changeCount = (serverCount: number, change: CountChange | null, by: 1 | -1): CountChange => ({
  serverCount,
  by: (change?.serverCount === serverCount ? change.by : 0) + by,
});
