import type { Video } from '#shared/videos/videos.ts';
import { detailOr } from '#web/lib/api/api.ts';
import { Question } from '#web/ui/overlays/question.tsx';
import { toastSuccess } from '#web/ui/overlays/toast.tsx';
import { useDeleteVideo } from './videos.mutations.ts';
import { t } from '#web/lib/i18n/messages.ts';

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
    toastSuccess(t('videos.deleted'));
    onClose();
    onDeleted?.();
  };
  return (
    <Question
      title={t('videos.deleteTitle')}
      description={video.title}
      no={t('common.cancel')}
      yes={t('common.delete')}
      isBusy={isPending}
      onNo={onClose}
      onYes={() => void remove()}
    >
      <p>{t('videos.deleteHint')}</p>
      <p role="alert" className="mt-3 text-sm text-danger">
        {error && detailOr(error, t('videos.deleteFailed'))}
      </p>
    </Question>
  );
}
