import type { Video } from '../../../../../shared/videos.ts';
import { detailOr } from '../../../lib/api/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useToast } from '../../../ui/overlays/toast.tsx';
import { useDeleteVideo } from './videos.mutations.ts';

interface DeleteVideoDialogProps {
  readonly video: Video;
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}

/** Asks before a video is deleted. */
export function DeleteVideoDialog({ video, onClose, onDeleted }: DeleteVideoDialogProps) {
  const toast = useToast();
  const { mutateAsync, isPending, error } = useDeleteVideo(video);
  const remove = async () => {
    try {
      await mutateAsync();
    } catch {
      // Said in the dialog, which stays.
      return;
    }
    // The card with this dialog is gone by now: nothing that React would call back.
    toast({ title: 'Video deleted', tone: 'success' });
    onClose();
    onDeleted?.();
  };
  return (
    <Dialog title="Delete this video?" description={video.title} onClose={() => isPending || onClose()}>
      <div className="px-4 py-5 sm:px-6">
        <p>The video, its views and its files are deleted for good. This cannot be undone.</p>
        <p role="alert" className="mt-3 text-sm text-danger">
          {error && detailOr(error, 'The video could not be deleted. Please try again.')}
        </p>
      </div>
      <footer className="flex flex-wrap justify-end gap-3 border-t border-line px-4 py-3 sm:px-6">
        <Button variant="ghost" onClick={onClose} disabled={isPending}>
          Cancel
        </Button>
        <Button variant="danger" onClick={() => void remove()} busy={isPending}>
          Delete
        </Button>
      </footer>
    </Dialog>
  );
}
