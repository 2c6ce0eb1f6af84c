import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Clip } from '../../../../../shared/videos/clips.ts';
import { detailOr } from '../../../lib/api/api.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/forms/switch.tsx';
import { Question } from '../../../ui/overlays/question.tsx';
import { toastFailure, toastSuccess } from '../../../ui/overlays/toast.tsx';
import { useDeleteClip, useKeepClip } from '../clips.queries.ts';

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
    toastSuccess('Clip deleted');
    onDeleted();
  };
  return (
    <>
      <IconButton label="Delete clip" variant="secondary" onClick={() => setIsOpen(true)}>
        <Trash2 className="size-5" />
      </IconButton>
      {isOpen && (
        <Question
          title="Delete this clip?"
          description={clip.title}
          no="Cancel"
          yes="Delete"
          isBusy={isPending}
          onNo={() => setIsOpen(false)}
          onYes={() => void remove()}
        >
          <p>The clip and its views are deleted for good. What it was cut out of stays.</p>
          <p role="alert" className="mt-3 text-sm text-danger">
            {error && detailOr(error, 'The clip could not be deleted. Please try again.')}
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
      onError: (error) => toastFailure('Error', detailOr(error, 'The clip could not be changed.')),
    });
  return (
    <div className="rounded-lg border border-line bg-surface p-4">
      <Switch
        label="Keep this clip"
        note="It stays when the video that it was cut out of is deleted."
        checked={isPending ? variables : clip.is_kept}
        onChange={keep}
        disabled={isPending}
      />
    </div>
  );
}
