import { type FormEvent, type ReactNode, useState } from 'react';
import type { Video } from '#shared/videos/videos.ts';
import { detailOr } from '#web/lib/api/api.ts';
import { Dialog, DialogForm } from '#web/ui/overlays/dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { toast, toastFailed, toastSuccess } from '#web/ui/overlays/toast.tsx';
import { changesOf, formOfVideo, lacksRequiredText } from './video-form.ts';
import { VideoFields } from './video-fields.tsx';
import type { LoadVideo } from './video-frames.ts';
import { useUpdateVideo } from './videos.mutations.ts';
import { useDraft } from '#web/lib/hooks/use-kept.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface EditVideoDialogProps {
  readonly video: Video;
  /** Renders the choice of fans, which saves separately. */
  readonly fans: ReactNode;
  /** Plays an address in an element, for frames of the video. Returns a function that ends it. */
  readonly playIn: (video: HTMLVideoElement, url: string) => () => void;
  readonly readSpeedChapters: ReadSpeedChapters;
  readonly onClose: () => void;
}

/** Returns lines for the description from the readings of a fan meter; empty where there are too few. */
export type ReadSpeedChapters = (curveUrl: string) => Promise<string>;

/** `null` until the video is processed. */
const loadOf = ({ playback_url: url }: Video, playIn: EditVideoDialogProps['playIn']): LoadVideo | null =>
  url === null ? null : (element) => playIn(element, url);

/** Edits a video. */
export function EditVideoDialog({ video, fans, playIn, readSpeedChapters, onClose }: EditVideoDialogProps) {
  const update = useUpdateVideo(video.id);
  const before = formOfVideo(video);
  const { form, change } = useDraft(`video.${video.id}`, before);
  const [load] = useState(() => loadOf(video, playIn));
  const [misses, setMisses] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMisses(lacksRequiredText(form) ? misses + 1 : 0);
    if (lacksRequiredText(form)) return setFailure(null);
    const changes = changesOf(form, before);
    if (Object.keys(changes).length === 0) return onClose();
    setFailure(null);
    update.mutate(changes, {
      onSuccess: () => {
        toastSuccess(t('videos.saved'));
        onClose();
      },
      onError: (error) => setFailure(detailOr(error, t('videos.saveFailed'))),
    });
  };
  return (
    <Dialog title={t('videos.editDetails')} onClose={() => update.isPending || onClose()}>
      <DialogForm
        onSubmit={submit}
        failure={failure}
        isBusy={update.isPending}
        submit={update.isPending ? t('common.saving') : t('common.saveChanges')}
      >
        <VideoFields
          form={form}
          onChange={change}
          playIn={load}
          descriptionTools={
            video.curve_url && (
              <SpeedChaptersButton
                load={() => readSpeedChapters(video.curve_url ?? '')}
                onLines={(lines) => change({ description: `${form.description}\n\n${lines}`.trim() })}
              />
            )
          }
          misses={misses}
          disabled={update.isPending}
        />
        <div className="mt-5">{fans}</div>
      </DialogForm>
    </Dialog>
  );
}

interface SpeedChaptersButtonProps {
  readonly load: () => Promise<string>;
  readonly onLines: (lines: string) => void;
}

function SpeedChaptersButton({ load, onLines }: SpeedChaptersButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const add = () => {
    setBusy(true);
    load()
      .then((lines) => (lines ? onLines(lines) : void toast({ title: t('videos.noSpeedChapters') })))
      .catch((error: unknown) => void toastFailed(t('videos.loadFailed'), error))
      .finally(() => setBusy(false));
  };
  return (
    <Button variant="secondary" size="sm" disabled={isBusy} onClick={add}>
      {t('videos.speedChapters')}
    </Button>
  );
}
