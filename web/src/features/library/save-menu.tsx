import { Clock } from 'lucide-react';
import type { Video } from '#shared/videos/videos.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { MenuItem, MoreMenu } from '#web/ui/overlays/menu-items.tsx';
import { toast, toastFailed } from '#web/ui/overlays/toast.tsx';
import { useWatchLater } from './library.queries.ts';
import { saved } from './watch-later-button.tsx';

/** Does not read whether the video is saved, because a list has many. */
export function SaveMenu({ video: { id, title } }: { readonly video: Video }) {
  const { mutateAsync } = useWatchLater();
  const save = async () => {
    try {
      await mutateAsync({ id, isSaved: true });
      toast(saved());
    } catch (error) {
      toastFailed(t('library.laterNotChanged'), error);
    }
  };
  return (
    <MoreMenu of={title}>
      <MenuItem onSelect={() => void save()}>
        <Clock className="size-4" />
        {t('library.watchLater')}
      </MenuItem>
    </MoreMenu>
  );
}
