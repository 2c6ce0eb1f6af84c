import { Heart } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/states/loading.tsx';
import type { Follow } from './use-follow.ts';

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
      title={isFollowing ? `Unfollow ${name}` : `Follow ${name}`}
      onClick={toggle}
      className="min-w-32"
    >
      <Heart className={`size-4 ${isFollowing ? 'fill-live text-live' : ''}`} />
      {isFollowing ? 'Following' : 'Follow'}
    </Button>
  );
}
