import { useInfiniteQuery } from '@tanstack/react-query';
import { Globe, Link2, Lock, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { PlaylistChoice } from '#shared/channels/playlists.ts';
import { itemsOf } from '#web/lib/api/api.ts';
import { useSession } from '#web/lib/api/session/session.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Dialog, DialogButtons } from '#web/ui/overlays/dialog.tsx';
import { toastFailed, toastSuccess } from '#web/ui/overlays/toast.tsx';
import { LoadMore } from '#web/ui/states/growing-list.tsx';
import { Loaded } from '#web/ui/states/loaded.tsx';
import type { Liked } from '../likes.queries.ts';
import { PlaylistDialog } from './playlist-dialog.tsx';
import { choicesQuery, useChoosePlaylist } from './playlists.queries.ts';
import { visibilityText } from './playlist-words.ts';

interface SaveToPlaylistProps {
  readonly liked: Liked;
  readonly onClose: () => void;
}

/** Chooses the playlists that a video or clip is in. Each choice is saved at once. */
export function SaveToPlaylist({ liked, onClose }: SaveToPlaylistProps) {
  const list = useInfiniteQuery(choicesQuery(liked));
  const { mutateAsync } = useChoosePlaylist();
  const [isNew, setIsNew] = useState(false);
  const box = useRef<HTMLUListElement>(null);
  const set = async (playlistId: string, isIn: boolean, title = '') => {
    try {
      await mutateAsync({ ...liked, playlistId, isIn });
      if (title) toastSuccess(t('library.addedTo', { title }));
    } catch (error) {
      toastFailed(t('library.playlistNotChanged'), error);
    }
  };
  if (isNew)
    return (
      <PlaylistDialog
        onClose={() => setIsNew(false)}
        onSaved={({ id, title }) => {
          void set(id, true, title);
          onClose();
        }}
      />
    );
  return (
    <Dialog title={t('library.saveToPlaylist')} onClose={onClose}>
      <div className="flex-1 overflow-y-auto px-4 py-3 sm:px-6">
        <Loaded query={list} failure={t('library.playlistsLoadFailed')}>
          {({ pages }) => (
            <>
              <ul ref={box} className="divide-y divide-line">
                {itemsOf(pages).map((choice) => (
                  <Choice key={choice.id} choice={choice} onChange={(isIn) => void set(choice.id, isIn)} />
                ))}
              </ul>
              <LoadMore visible={itemsOf(pages).length} box={box} entry="input" list={list} />
            </>
          )}
        </Loaded>
      </div>
      <DialogButtons>
        <Button variant="secondary" onClick={() => setIsNew(true)}>
          <Plus className="size-4" />
          {t('library.newPlaylist')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

const ICONS = { public: Globe, unlisted: Link2, private: Lock };

interface ChoiceProps {
  readonly choice: PlaylistChoice;
  readonly onChange: (isIn: boolean) => void;
}

function Choice({ choice: { id, title, visibility, has }, onChange }: ChoiceProps) {
  const isLater = useSession()?.user.id === id;
  const Icon = ICONS[visibility];
  const words = visibilityText(visibility);
  return (
    <li className="flex items-center gap-3">
      <Checkbox checked={has} onChange={onChange} className="min-h-11 min-w-0 flex-1">
        <span dir="auto" className="truncate">
          {isLater ? t('library.watchLater') : title}
        </span>
      </Checkbox>
      <span title={words} className="text-soft">
        <Icon aria-hidden className="size-4" />
        <span className="sr-only">{words}</span>
      </span>
    </li>
  );
}
