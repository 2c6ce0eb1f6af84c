import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Playlist } from '#shared/channels/playlists.ts';
import { PlaylistDialog } from '#web/features/library/playlists/playlist-dialog.tsx';
import { useDeletePlaylist } from '#web/features/library/playlists/playlists.queries.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { paths } from '#web/lib/paths.ts';
import { MenuItem, MoreMenu } from '#web/ui/overlays/menu-items.tsx';
import { Question } from '#web/ui/overlays/question.tsx';
import { toastFailed, toastSuccess } from '#web/ui/overlays/toast.tsx';

/** Edits or deletes one's own playlist. */
export function PlaylistTools({ playlist }: { readonly playlist: Playlist }) {
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <MoreMenu of={playlist.title}>
        <MenuItem onSelect={() => setOpen('edit')}>
          <Pencil />
          {t('library.editPlaylist')}
        </MenuItem>
        <MenuItem isDestructive onSelect={() => setOpen('delete')}>
          <Trash2 />
          {t('library.deletePlaylist')}
        </MenuItem>
      </MoreMenu>
      {open === 'edit' && (
        <PlaylistDialog
          playlist={playlist}
          onClose={close}
          onSaved={() => {
            close();
            toastSuccess(t('library.playlistSaved'));
          }}
        />
      )}
      {open === 'delete' && <DeleteQuestion playlist={playlist} onClose={close} />}
    </>
  );
}

interface DeleteQuestionProps {
  readonly playlist: Playlist;
  readonly onClose: () => void;
}

function DeleteQuestion({ playlist: { id, title }, onClose }: DeleteQuestionProps) {
  const { mutate, isPending } = useDeletePlaylist();
  const navigate = useNavigate();
  const remove = () =>
    mutate(id, {
      onSuccess: () => {
        toastSuccess(t('library.playlistDeleted'));
        void navigate(paths.playlists());
      },
      onError: (error) => toastFailed(t('library.playlistNotChanged'), error),
    });
  return (
    <Question
      title={t('library.deletePlaylist')}
      no={t('common.cancel')}
      yes={t('common.delete')}
      isBusy={isPending}
      onNo={onClose}
      onYes={remove}
    >
      <p className="wrap-anywhere">{t('library.deletePlaylistHint', { title })}</p>
    </Question>
  );
}
