import { type FormEvent, useState } from 'react';
import type { Playlist, PlaylistBody } from '#shared/channels/playlists.ts';
import { PLAYLIST_DESCRIPTION_MAX_LENGTH, PLAYLIST_TITLE_MAX_LENGTH } from '#shared/limits.ts';
import { detailOr } from '#web/lib/api/api.ts';
import { uniqueKey } from '#web/lib/api/unique-key.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { TextArea, TextField } from '#web/ui/forms/inputs.tsx';
import { SelectField } from '#web/ui/forms/select.tsx';
import { Dialog, DialogForm } from '#web/ui/overlays/dialog.tsx';
import { useSavePlaylist } from './playlists.queries.ts';
import { VISIBILITY_OPTIONS } from './playlist-words.ts';

interface PlaylistDialogProps {
  /** @default a new one */
  readonly playlist?: Playlist;
  readonly onSaved: (playlist: Playlist) => void;
  readonly onClose: () => void;
}

/** Creates or edits a playlist. */
export function PlaylistDialog({ playlist, onSaved, onClose }: PlaylistDialogProps) {
  const save = useSavePlaylist();
  const [form, setForm] = useState<PlaylistBody>({
    title: playlist?.title ?? '',
    description: playlist?.description ?? '',
    visibility: playlist?.visibility ?? 'private',
  });
  const [key] = useState(uniqueKey);
  const [failure, setFailure] = useState<string | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const change = (changes: Partial<PlaylistBody>) => setForm({ ...form, ...changes });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isBlank = form.title.trim() === '';
    setIsMissing(isBlank);
    if (isBlank) return;
    setFailure(null);
    save.mutate(
      { id: playlist?.id, body: form, key },
      {
        onSuccess: onSaved,
        onError: (error) => setFailure(detailOr(error, t('library.playlistNotChanged'))),
      },
    );
  };
  return (
    <Dialog
      title={playlist ? t('library.editPlaylist') : t('library.newPlaylist')}
      onClose={() => save.isPending || onClose()}
    >
      <DialogForm
        onSubmit={submit}
        failure={failure}
        isBusy={save.isPending}
        submit={
          save.isPending
            ? t('common.saving')
            : playlist
              ? t('common.saveChanges')
              : t('library.createPlaylist')
        }
      >
        <div className="space-y-5">
          <TextField
            label={t('library.playlistTitle')}
            required
            maxLength={PLAYLIST_TITLE_MAX_LENGTH}
            autoComplete="off"
            value={form.title}
            error={isMissing ? t('common.titleRequired') : undefined}
            onChange={({ target }) => change({ title: target.value })}
          />
          <TextArea
            label={t('library.playlistDescription')}
            maxLength={PLAYLIST_DESCRIPTION_MAX_LENGTH}
            rows={3}
            value={form.description}
            onChange={({ target }) => change({ description: target.value })}
          />
          <SelectField
            label={t('library.playlistVisibility')}
            options={VISIBILITY_OPTIONS}
            value={form.visibility}
            onChange={({ target }) => change({ visibility: target.value as PlaylistBody['visibility'] })}
          />
        </div>
      </DialogForm>
    </Dialog>
  );
}
