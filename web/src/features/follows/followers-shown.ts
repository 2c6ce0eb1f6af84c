/** Followers won or lost here, which the server may not tell yet: its answers are a few seconds old. */
export interface FollowersChange {
  /** The count that the server told when it happened. */
  readonly told: number;
  readonly by: number;
}

/** The count to show, given the one that the server tells now; another one than before has the change in it. */
export const followersShown = (told: number, change: FollowersChange | null): number =>
  change?.told === told ? Math.max(0, told + change.by) : told;

/** The change with one follower more or less. */
export const changeFollowers = (
  told: number,
  change: FollowersChange | null,
  by: 1 | -1,
): FollowersChange => ({ told, by: (change?.told === told ? change.by : 0) + by });
