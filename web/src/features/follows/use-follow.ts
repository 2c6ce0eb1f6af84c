/** What the Follow button does, without its looks: specification §4 (Follow), §5 and §8. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Channel } from '../../../../shared/channels/streamers.ts';
import { useSession } from '../../lib/api/session/session.ts';
import { useMomentary } from '../../lib/hooks/use-momentary.ts';
import { toastFailure, toastSuccess } from '../../ui/overlays/toast.tsx';
import { followMutation } from './follow.mutation.ts';
import { type FollowersChange, changeFollowers, followersShown } from './followers-shown.ts';
import { followStatusQuery } from './follows.queries.ts';

/** By then every cache between the server and the page tells the new count. */
const SETTLED_AFTER_MS = 10_000;

export type Follow = ReturnType<typeof useFollow>;

/** Whether the caller follows a channel, and the one button that changes it. `channel` stays the same one. */
export function useFollow({ id, followers }: Pick<Channel, 'id' | 'followers'>) {
  const session = useSession();
  const asks = session !== null && session.user.id !== id;
  const status = useQuery({ ...followStatusQuery(id), enabled: asks });
  const setFollowing = useMutation(followMutation(useQueryClient(), id));
  const [change, setChange] = useMomentary<FollowersChange | null>(null, SETTLED_AFTER_MS);
  const isFollowing = asks && (status.data?.isFollowing ?? false);

  const follow = async (wanted: boolean) => {
    const count = (by: 1 | -1) => setChange((change) => changeFollowers(followers, change, by));
    count(wanted ? 1 : -1);
    try {
      await setFollowing.mutateAsync(wanted);
      toastSuccess(wanted ? 'Followed!' : 'Unfollowed');
    } catch {
      count(wanted ? -1 : 1);
      toastFailure('Error', 'Failed to update follow status');
    }
  };
  const toggle = () => {
    if (session) return void follow(!isFollowing);
    toastFailure('Login Required', 'Please log in to follow channels');
  };

  return {
    isFollowing,
    /** Whether it is still unknown if the caller follows. */
    isPending: asks && status.isPending,
    /** The channel's followers, with the caller's click counted at once. */
    followers: followersShown(followers, change),
    toggle,
  };
}
