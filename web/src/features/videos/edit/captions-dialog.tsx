import { Download, Pencil } from 'lucide-react';
import type { Captions, Video } from '#shared/videos/videos.ts';
import { detailOr } from '#web/lib/api/api.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { buttonClass, ButtonLink } from '#web/ui/button.tsx';
import { ConfirmedButton } from '#web/ui/confirmed-button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { toastSuccess } from '#web/ui/overlays/toast.tsx';
import { AddCaptions } from './add-captions.tsx';
import { useDeleteCaptions } from './captions.mutations.ts';
import { paths } from '#web/lib/paths.ts';

interface CaptionsDialogProps {
  readonly video: Video;
  readonly onClose: () => void;
}

/** The captions of a video, for its owner: adds, replaces, downloads and deletes files by language. */
export function CaptionsDialog({ video, onClose }: CaptionsDialogProps) {
  const { captions = [] } = video;
  return (
    <Dialog title={t('videos.captions')} description={video.title} onClose={onClose}>
      <div className="space-y-6 px-4 py-5 sm:px-6">
        {captions.length === 0 ? (
          <p className="text-soft">{t('videos.captionsNone')}</p>
        ) : (
          <ul className="divide-y divide-line rounded-card border border-line">
            {captions.map((one) => (
              <Row key={one.language} video={video} captions={one} />
            ))}
          </ul>
        )}
        <AddCaptions video={video} />
      </div>
    </Dialog>
  );
}

function Row({ video, captions }: { readonly video: Video; readonly captions: Captions }) {
  const { language, label, url } = captions;
  const remove = useDeleteCaptions(video.id);
  const deleteIt = () =>
    remove.mutate(language, { onSuccess: () => toastSuccess(t('videos.captionsDeleted', { label })) });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
      <span className="me-auto min-w-0 truncate py-2 max-sm:basis-full">
        <bdi lang={language}>{label}</bdi> <span className="text-sm text-soft">{language}</span>
      </span>
      <div className="flex flex-wrap gap-x-3 max-sm:-ms-3 sm:-me-3">
        <ButtonLink
          to={paths.editCaptions(video.id, language)}
          variant="ghost"
          size="sm"
          aria-label={t('videos.captionsEdit', { label })}
        >
          <Pencil className="size-4" />
          {t('common.edit')}
        </ButtonLink>
        <a
          href={url}
          download={`${video.title} (${language}).vtt`}
          aria-label={t('videos.captionsDownload', { label })}
          className={buttonClass({ variant: 'ghost', size: 'sm' })}
        >
          <Download className="size-4" />
          {t('videos.download')}
        </a>
        <ConfirmedButton
          label={t('common.delete')}
          confirmation={t('videos.captionsDelete', { label })}
          onConfirm={deleteIt}
          size="sm"
        />
      </div>
      <p role="alert" className="basis-full text-sm text-danger empty:hidden">
        {remove.error && detailOr(remove.error, t('videos.captionsDeleteFailed'))}
      </p>
    </li>
  );
}
