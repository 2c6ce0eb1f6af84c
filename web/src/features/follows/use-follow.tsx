/** The state of the Follow button: specification §4 (Follow), §5 and §8. */
import {
  mutationOptions,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { Heart } from 'lucide-react';
import type { Channel } from '#shared/channels/channels.ts';
import { call } from '#web/lib/api/api.ts';
import { useSession } from '#web/lib/api/session/session.ts';
import { changeCount, type CountChange, displayedCount } from '#web/lib/own-count.ts';
import { useMomentary } from '#web/lib/hooks/use-momentary.ts';
import { Button } from '#web/ui/button.tsx';
import { toastFailed, toastLoginRequired, toastSuccess } from '#web/ui/overlays/toast.tsx';
import { Skeleton } from '#web/ui/states/loading.tsx';
import { followedChannelsQuery, followStatusQuery } from './follows.queries.ts';
import { t } from '#web/lib/i18n/messages.ts';

/** Every HTTP cache has the new count after this time. */
const SETTLED_AFTER_MS = 10_000;

export type Follow = ReturnType<typeof useFollow>;

/** Whether the caller follows a channel, and its toggle. `channel` must not change. */
export function useFollow({ id, followers }: Pick<Channel, 'id' | 'followers'>) {
  const session = useSession();
  const asks = session !== null && session.user.id !== id;
  const status = useQuery({ ...followStatusQuery(id), enabled: asks });
  const setFollowing = useMutation(followMutation(useQueryClient(), id));
  const [change, setChange] = useMomentary<CountChange | null>(null, SETTLED_AFTER_MS);
  const isFollowing = asks && (status.data?.isFollowing ?? false);

  const follow = async (wanted: boolean) => {
    const count = (by: 1 | -1) => setChange((change) => changeCount(followers, change, by));
    count(wanted ? 1 : -1);
    try {
      await setFollowing.mutateAsync(wanted);
      toastSuccess(wanted ? t('follows.followed') : t('follows.unfollowed'));
    } catch (error) {
      count(wanted ? -1 : 1);
      toastFailed(t('follows.followFailed'), error);
    }
  };
  const toggle = () => {
    if (session) return void follow(!isFollowing);
    toastLoginRequired(t('follows.logInToFollow'));
  };

  return {
    isFollowing,
    /** Whether the follow status is unknown. */
    isPending: asks && status.isPending,
    /** Includes the caller's click at once. */
    followers: displayedCount(followers, change),
    toggle,
  };
}

/** Follows or unfollows: optimistically, with rollback. Fails with `ApiFailure`. */
export function followMutation(cache: QueryClient, id: string) {
  const { queryKey } = followStatusQuery(id);
  const show = (isFollowing: boolean) => cache.setQueryData(queryKey, { isFollowing, bell: false });
  return mutationOptions({
    // In sequence, so that the last click wins.
    scope: { id: `follow ${id}` },
    mutationFn: (wanted: boolean) =>
      call(wanted ? 'POST /follows/{id}' : 'DELETE /follows/{id}', { params: { id } }),
    onMutate: async (wanted) => {
      // An earlier response would undo the click.
      await cache.cancelQueries({ queryKey });
      show(wanted);
    },
    onError: (_, wanted) => {
      show(!wanted);
      void cache.invalidateQueries({ queryKey });
    },
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: followedChannelsQuery().queryKey });
    },
  });
}

interface FollowButtonProps {
  readonly follow: Follow;
  readonly name: string;
}

/** Toggles following (specification §4). A placeholder until the state is known. */
export function FollowButton({ follow: { isFollowing, isPending, toggle }, name }: FollowButtonProps) {
  if (isPending) return <Skeleton className="h-10 w-32" />;
  return (
    <Button
      variant={isFollowing ? 'secondary' : 'primary'}
      title={isFollowing ? t('follows.unfollowChannel', { name }) : t('follows.followChannel', { name })}
      onClick={toggle}
      className="min-w-32"
    >
      <Heart className={`size-4 ${isFollowing ? 'fill-live text-live' : ''}`} />
      {isFollowing ? t('follows.following') : t('follows.follow')}
    </Button>
  );
}
