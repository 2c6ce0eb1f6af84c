import type { Video } from '../../../../../shared/videos/videos.ts';
import { detailOr } from '../../../lib/api/api.ts';
import { Question } from '../../../ui/overlays/question.tsx';
import { toastSuccess } from '../../../ui/overlays/toast.tsx';
import { useDeleteVideo } from './videos.mutations.ts';

interface DeleteVideoDialogProps {
  readonly video: Video;
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}

export function DeleteVideoDialog({ video, onClose, onDeleted }: DeleteVideoDialogProps) {
  const { mutateAsync, isPending, error } = useDeleteVideo(video);
  const remove = async () => {
    try {
      await mutateAsync();
    } catch {
      return;
    }
    // The card and its dialog are unmounted, so React callbacks would not run.
    toastSuccess('Video deleted');
    onClose();
    onDeleted?.();
  };
  return (
    <Question
      title="Delete this video?"
      description={video.title}
      no="Cancel"
      yes="Delete"
      isBusy={isPending}
      onNo={onClose}
      onYes={() => void remove()}
    >
      <p>The video, its views and its files are deleted for good. This cannot be undone.</p>
      <p role="alert" className="mt-3 text-sm text-danger">
        {error && detailOr(error, 'The video could not be deleted. Please try again.')}
      </p>
    </Question>
  );
}
