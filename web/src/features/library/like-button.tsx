import { useQuery } from '@tanstack/react-query';
import { ThumbsUp } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '#web/lib/api/session/session.ts';
import { formatCount } from '#web/lib/i18n/counts.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { changeCount, type CountChange, displayedCount } from '#web/lib/own-count.ts';
import { Button } from '#web/ui/button.tsx';
import { toastFailed, toastLoginRequired } from '#web/ui/overlays/toast.tsx';
import { type Liked, likeQuery, useLike } from './likes.queries.ts';

interface LikeButtonProps {
  readonly liked: Liked;
  /** As the server counts them. */
  readonly likes: number;
}

/** Likes a video or clip, or takes that back, and shows how many do. */
export function LikeButton({ liked, likes }: LikeButtonProps) {
  const isSignedIn = useSession() !== null;
  const { data } = useQuery({ ...likeQuery(liked), enabled: isSignedIn });
  const { mutateAsync } = useLike();
  const [change, setChange] = useState<CountChange | null>(null);
  const isLiked = isSignedIn && (data?.is_liked ?? false);
  // One's own like may not be counted yet.
  const count = Math.max(displayedCount(likes, change), Number(isLiked));
  const toggle = async () => {
    if (!isSignedIn) return toastLoginRequired(t('library.logInToLike'));
    const add = (by: 1 | -1) => setChange((known) => changeCount(likes, known, by));
    add(isLiked ? -1 : 1);
    try {
      await mutateAsync({ ...liked, isLiked: !isLiked });
    } catch (error) {
      add(isLiked ? 1 : -1);
      toastFailed(t('library.likeFailed'), error);
    }
  };
  return (
    <Button
      variant="secondary"
      title={t('library.like')}
      aria-pressed={isLiked}
      onClick={() => void toggle()}
      className="tabular-nums aria-pressed:bg-accent-dim aria-pressed:text-accent"
    >
      <ThumbsUp className={`size-4 ${isLiked ? 'fill-current' : ''}`} />
      <span className="sr-only">{t('library.like')} </span>
      {formatCount(count)}
    </Button>
  );
}
