/** See `follows.repository.ts` for the other keys. */
export const FOLLOW_PREFIX = 'FOLLOW#';

export const followKey = (follower: string, id: string) => ({
  pk: `CHANNEL#${follower}`,
  sk: FOLLOW_PREFIX + id,
});
