import { useQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { paths } from '#web/lib/paths.ts';
import { IconButton } from '#web/ui/button.tsx';
import { toast, toastFailed } from '#web/ui/overlays/toast.tsx';
import { libraryVideoQuery, useWatchLater } from './library.queries.ts';
import { t } from '#web/lib/i18n/messages.ts';

/** Saves a video for later, or removes it. For signed-in people. */
export function WatchLaterButton({ id }: { readonly id: string }) {
  const { data } = useQuery(libraryVideoQuery(id));
  const { mutateAsync } = useWatchLater();
  const isSaved = data?.watch_later ?? false;
  const toggle = async () => {
    try {
      await mutateAsync({ id, isSaved: !isSaved });
      toast(isSaved ? { title: t('library.removedFromLater') } : saved());
    } catch (error) {
      toastFailed(t('library.laterNotChanged'), error);
    }
  };
  return (
    <IconButton
      label={t('library.watchLater')}
      variant="secondary"
      aria-pressed={isSaved}
      onClick={() => void toggle()}
      className="aria-pressed:bg-accent-dim aria-pressed:text-accent"
    >
      <Clock className="size-5" />
    </IconButton>
  );
}

export const saved = () => ({
  title: t('library.savedForLater'),
  tone: 'success' as const,
  link: { label: t('library.watchLater'), to: paths.watchLater() },
});
