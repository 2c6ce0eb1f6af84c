import { Check, Sparkles } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { retryImport } from '#web/lib/api/patience/retry-import.ts';
import { type NewPicture, type PictureChoice, srcOf, THUMBNAIL_SIZE } from '#web/lib/pictures/picture.ts';
import type { LoadVideo } from './video-frames.ts';
import { formatClock } from '#web/lib/i18n/numbers.ts';
import { FanMark } from '#web/ui/fan-mark.tsx';
import { PictureButton } from '#web/ui/forms/picture-button.tsx';
import { useNewPicture } from '#web/ui/forms/use-new-picture.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface VisibleFrame extends NewPicture {
  readonly atS: number;
}

/** `none`: no video. `failed`: the browser cannot decode it. */
type Frames =
  | { readonly state: 'none' | 'loading' | 'failed' }
  | { readonly state: 'ready'; readonly frames: readonly VisibleFrame[] };

/** Three frames for the thumbnail: of a local file, or of the video that `playIn` loads. */
function useFrames(localFile: File | null, playIn: LoadVideo | null): Frames {
  const hasVideo = localFile !== null || playIn !== null;
  const [found, setFound] = useState<Frames>({ state: hasVideo ? 'loading' : 'none' });
  useEffect(() => {
    if (!hasVideo) return;
    const unmounted = new AbortController();
    const urls: string[] = [];
    const load = async () => {
      const { fileIn, takeFrames } = await retryImport(() => import('./video-frames.ts'), unmounted.signal);
      const load = localFile ? fileIn(localFile) : playIn;
      if (!load) return;
      const frames = (await takeFrames(load, unmounted.signal)).map(({ atS, picture }) => {
        const url = URL.createObjectURL(picture);
        urls.push(url);
        return { atS, blob: picture, url };
      });
      setFound({ state: 'ready', frames });
    };
    load().catch(() => {
      if (!unmounted.signal.aborted) setFound({ state: 'failed' });
    });
    return () => {
      unmounted.abort();
      for (const url of urls) URL.revokeObjectURL(url);
    };
  }, [hasVideo, localFile, playIn]);
  return found;
}

interface ThumbnailFieldProps {
  /** Empty: automatic. */
  readonly value: PictureChoice;
  readonly onChange: (value: PictureChoice) => void;
  /** If available, three of its frames are offered. */
  readonly localFile: File | null;
  /** Loads the video, which has no local file; must not change. */
  readonly playIn: LoadVideo | null;
  readonly disabled: boolean;
}

/** Chooses a thumbnail: automatic, a frame, or an upload. */
export function ThumbnailField({ value, onChange, localFile, playIn, disabled }: ThumbnailFieldProps) {
  const name = useId();
  const found = useFrames(localFile, playIn);
  const frames = found.state === 'ready' ? found.frames : [];
  const isFrame = frames.some((frame) => frame === value);
  // Kept, so that it can be chosen again.
  const [own, setOwn] = useState<PictureChoice>(isFrame ? '' : value);
  const choices = [
    { label: t('videos.thumbnailAutomatic'), choice: '', atS: null },
    ...frames.map((frame) => ({
      label: t('videos.thumbnailFrame', { atS: formatClock(frame.atS) }),
      choice: frame,
      atS: frame.atS,
    })),
    ...(own ? [{ label: t('videos.thumbnailOwn'), choice: own, atS: null }] : []),
  ];
  const take = (picture: PictureChoice) => {
    setOwn(picture);
    onChange(picture);
  };
  return (
    <fieldset disabled={disabled} className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{t('videos.thumbnailLabel')}</legend>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {choices.map(({ choice, ...picture }) => (
          <Choice
            key={picture.label}
            {...picture}
            name={name}
            src={srcOf(choice)}
            isChosen={choice === value}
            onChoose={() => onChange(choice)}
          />
        ))}
      </div>
      <OwnPicture found={found} onTake={take} hasOwn={own !== ''} />
    </fieldset>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  /** Empty: automatic. */
  readonly src: string;
  /** Of a frame. */
  readonly atS: number | null;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function Choice({ name, label, src, atS, isChosen, onChoose }: ChoiceProps) {
  return (
    <label className="cursor-pointer has-disabled:cursor-not-allowed has-disabled:opacity-60">
      <input
        type="radio"
        name={name}
        checked={isChosen}
        onChange={onChoose}
        aria-label={label}
        className="peer sr-only"
      />
      <span
        className={`relative block aspect-video overflow-hidden rounded-md bg-black outline-2 peer-focus-visible:outline-offset-3 ${isChosen ? 'outline-accent' : 'outline-transparent hover:outline-line-strong'}`}
      >
        {isChosen && (
          <span className="absolute top-1 start-1 z-raised grid size-5 place-items-center rounded-full bg-accent text-on-accent">
            <Check className="size-3.5" strokeWidth={3} />
          </span>
        )}
        {src ? <img src={src} alt="" className="size-full object-contain" /> : <Automatic />}
        {atS !== null && (
          <span className="absolute end-1 bottom-1 rounded-sm bg-black/75 px-1 text-xs text-white tabular-nums">
            {formatClock(atS)}
          </span>
        )}
      </span>
    </label>
  );
}

const Automatic = () => (
  <span className="flex size-full flex-col items-center justify-center gap-1 bg-raised text-sm text-soft">
    <Sparkles className="size-5" />
    {t('videos.thumbnailAutomatic')}
  </span>
);

interface OwnPictureProps {
  readonly found: Frames;
  readonly hasOwn: boolean;
  readonly onTake: (picture: PictureChoice) => void;
}

function OwnPicture({ found, hasOwn, onTake }: OwnPictureProps) {
  const { take, isBusy, problem } = useNewPicture(THUMBNAIL_SIZE, onTake);
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
      <PictureButton label={t('videos.ownPicture')} isBusy={isBusy} onTake={take} className="py-1.5">
        {hasOwn ? t('videos.chooseOtherPicture') : t('videos.choosePicture')}
      </PictureButton>
      <p role="status" className={`flex items-center gap-2 text-sm ${problem ? 'text-danger' : 'text-soft'}`}>
        {!problem && found.state === 'loading' && <FanMark spinning className="size-4" />}
        {problem ?? WORDS[found.state]}
      </p>
    </div>
  );
}

const WORDS: Readonly<Record<Frames['state'], string>> = {
  none: t('videos.thumbnailAutomaticHint'),
  loading: t('videos.framesLoading'),
  ready: t('videos.thumbnailHint'),
  failed: t('videos.framesFailed'),
};
