import { Send } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { TITLE_MAX_LENGTH } from '#shared/limits.ts';
import { detailOr } from '#web/lib/api/api.ts';
import { statusOf } from '#web/lib/api/patience/retry.ts';
import { addressOf } from '#web/lib/pictures/pictures-upload.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { toastFailure, toastSuccess } from '#web/ui/overlays/toast.tsx';
import { VideoFields } from '../edit/video-fields.tsx';
import { EMPTY_VIDEO, type Publication, publicationOf } from '../edit/video-form.ts';
import { usePublishVideo } from '../edit/videos.mutations.ts';
import { useDraft } from '#web/lib/hooks/use-kept.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface VideoDetailsCardProps extends UsePublishOptions {
  readonly localFile: File | null;
}

export function VideoDetailsCard({ localFile, ...options }: VideoDetailsCardProps) {
  const { form, change, misses, isPublishing, publish } = usePublish(options);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    publish();
  };
  return (
    <Card title={t('videos.details')} description={t('videos.detailsHint')}>
      <form onSubmit={submit} noValidate className="space-y-6">
        <VideoFields
          form={form}
          onChange={change}
          localFile={localFile}
          misses={misses}
          disabled={isPublishing}
        />
        <Button type="submit" size="lg" busy={isPublishing} className="w-full">
          {!isPublishing && <Send className="rtl:-scale-x-100 size-5" />}
          {isPublishing ? t('videos.publishing') : t('videos.publish')}
        </Button>
      </form>
    </Card>
  );
}

interface UsePublishOptions {
  readonly videoUrl: string;
  readonly filename: string;
  readonly onPublished: () => void;
  /** The server rejected or expired the upload. */
  readonly onGone: () => void;
}

/** The form of an upload and its publication: specification §4 (Video upload), §5 and §8. */
function usePublish({ videoUrl, filename, onPublished, onGone }: UsePublishOptions) {
  const { form, change } = useDraft(`upload.${videoUrl}`, { ...EMPTY_VIDEO, title: titleOfFile(filename) });
  const [isPublishing, setIsPublishing] = useState(false);
  const [misses, setMisses] = useState(0);
  const { mutateAsync } = usePublishVideo();

  const send = async ({ thumbnail, ...body }: Publication): Promise<void> => {
    const failed = (error: unknown): void =>
      toastFailure(t('videos.publishFailed'), detailOr(error, t('videos.publishFailedHint')));
    let thumbnail_url: string;
    try {
      thumbnail_url = await addressOf(thumbnail);
    } catch (error) {
      return failed(error);
    }
    try {
      await mutateAsync({ ...body, thumbnail_url });
    } catch (error) {
      failed(error);
      return GONE.includes(statusOf(error) ?? 0) ? onGone() : undefined;
    }
    toastSuccess(t('videos.published'));
    onPublished();
  };
  const publish = () => {
    const publication = publicationOf(form, videoUrl);
    setMisses(publication ? 0 : misses + 1);
    // Before the fields are disabled, because the first missing one gets the focus.
    if (!publication) return;
    setIsPublishing(true);
    void send(publication).finally(() => setIsPublishing(false));
  };
  return { form, change, misses, isPublishing, publish };
}

/** Statuses of an upload that no longer exists: not found, too large, not a video. */
const GONE: readonly number[] = [404, 413, 415];

/** A title from a file name: without extension, with spaces for separators. */
export function titleOfFile(name: string): string {
  const cleaned = name
    .normalize('NFC')
    .replace(/\.[\p{L}\p{N}]{1,5}$/u, '')
    .replaceAll(/[_\s]+/g, ' ')
    .trim();
  const title = cleaned.slice(0, TITLE_MAX_LENGTH);
  // The cut may split a surrogate pair.
  return (title.isWellFormed() ? title : title.slice(0, -1)).trimEnd();
}
