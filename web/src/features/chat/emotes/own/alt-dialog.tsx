import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ChannelEmote } from '#shared/community/channel-emotes.ts';
import { EMOTE_ALT_MAX_LENGTH } from '#shared/limits.ts';
import { call, detailOr } from '#web/lib/api/api.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { TextField } from '#web/ui/forms/inputs.tsx';
import { Dialog, DialogForm } from '#web/ui/overlays/dialog.tsx';
import { toastSuccess } from '#web/ui/overlays/toast.tsx';
import { emotesQuery } from '../../rooms.queries.ts';
import { emoteText } from '../site-emotes.ts';

interface AltDialogProps {
  readonly channelId: string;
  readonly emote: ChannelEmote;
  readonly onClose: () => void;
}

/** Changes the alternative text of an emote. */
export function AltDialog({ channelId: id, emote: { code, url, alt }, onClose }: AltDialogProps) {
  const cache = useQueryClient();
  const [text, setText] = useState(alt);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return setError(t('errors.required', { field: t('emotes.alt') }));
    setBusy(true);
    try {
      const body = { picture_url: url, alt: text };
      const emotes = await call('PUT /rooms/{id}/emotes/{code}', { params: { id, code }, body });
      cache.setQueryData(emotesQuery(id).queryKey, emotes);
      toastSuccess(t('emotes.altSaved'));
      onClose();
    } catch (failure) {
      setError(detailOr(failure, t('emotes.altNotSaved')));
      setBusy(false);
    }
  };
  return (
    <Dialog title={t('emotes.altOf', { code: emoteText(code) })} onClose={() => isBusy || onClose()}>
      <DialogForm
        onSubmit={(event) => void save(event)}
        failure={null}
        isBusy={isBusy}
        submit={isBusy ? t('common.saving') : t('common.saveChanges')}
      >
        <TextField
          required
          label={t('emotes.alt')}
          hint={t('emotes.altHint')}
          value={text}
          error={error}
          onChange={({ target }) => {
            setText(target.value);
            setError(undefined);
          }}
          maxLength={EMOTE_ALT_MAX_LENGTH}
          autoComplete="off"
        />
      </DialogForm>
    </Dialog>
  );
}
