import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Clip } from '#shared/videos/clips.ts';
import { detailOr } from '#web/lib/api/api.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { Question } from '#web/ui/overlays/question.tsx';
import { toastFailed, toastSuccess } from '#web/ui/overlays/toast.tsx';
import { useDeleteClip, useKeepClip } from '../clips.queries.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface DeleteClipProps {
  readonly clip: Clip;
  readonly onDeleted: () => void;
}

/** Deletes a clip after confirmation, for its author and the channel's owner. */
export function DeleteClip({ clip, onDeleted }: DeleteClipProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { mutateAsync, isPending, error } = useDeleteClip(clip);
  const remove = async () => {
    try {
      await mutateAsync();
    } catch {
      // The dialog shows the failure.
      return;
    }
    toastSuccess(t('clips.deleted'));
    onDeleted();
  };
  return (
    <>
      <IconButton label={t('clips.delete')} variant="secondary" onClick={() => setIsOpen(true)}>
        <Trash2 className="size-5" />
      </IconButton>
      {isOpen && (
        <Question
          title={t('clips.deleteTitle')}
          description={clip.title}
          no={t('common.cancel')}
          yes={t('common.delete')}
          isBusy={isPending}
          onNo={() => setIsOpen(false)}
          onYes={() => void remove()}
        >
          <p>{t('clips.deleteHint')}</p>
          <p role="alert" className="mt-3 text-sm text-danger">
            {error && detailOr(error, t('clips.deleteFailed'))}
          </p>
        </Question>
      )}
    </>
  );
}

/** Whether a clip outlives its source, for the channel's owner. */
export function KeepClip({ clip }: { readonly clip: Clip }) {
  const { mutate, isPending, variables } = useKeepClip(clip);
  const keep = (isKept: boolean) =>
    mutate(isKept, {
      onError: (error) => toastFailed(t('clips.changeFailed'), error),
    });
  return (
    <div className="card p-4">
      <Switch
        label={t('clips.keep')}
        note={t('clips.keepHint')}
        checked={isPending ? variables : clip.is_kept}
        onChange={keep}
        disabled={isPending}
      />
    </div>
  );
}
