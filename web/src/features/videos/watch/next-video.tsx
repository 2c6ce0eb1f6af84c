import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { NamedVideo, Video } from '#shared/videos/videos.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { formatUnit } from '#web/lib/i18n/numbers.ts';
import { listen } from '#web/lib/listen.ts';
import { paths } from '#web/lib/paths.ts';
import { hasOpenDialog } from '#web/ui/overlays/has-open-dialog.ts';
import { useMoreVideos } from '../lists/use-more-videos.ts';
import { VideoThumbnail } from '../lists/video-thumbnail.tsx';
import { videoQuery } from '../videos.queries.ts';
import { useAutoplayNext } from '../autoplay-next.ts';
import { chooseNext } from './choose-next.ts';

/** The videos that have ended since the page was loaded. */
const played = new Set<string>();

interface NextVideoProps {
  readonly video: Video;
  /** The element that has played it to the end. */
  readonly ended: HTMLVideoElement;
}

/** Offers the next video over the ended one, and plays it after some seconds. */
export function NextVideo({ video, ended }: NextVideoProps) {
  const [isOn] = useAutoplayNext();
  const [isDismissed, dismiss] = useDismissal(ended);
  const lists = useMoreVideos(video);
  useEffect(() => void played.add(video.id), [video.id]);
  const next = chooseNext(video, lists, played);
  if (!isOn || isDismissed || !next) return null;
  return <VideoCard key={next.id} next={next} onDismiss={dismiss} />;
}

/** Whether the viewer goes on with the ended video, or has cancelled the next one. */
export function useDismissal(ended: HTMLVideoElement): [isDismissed: boolean, dismiss: () => void] {
  const [isDismissed, setIsDismissed] = useState(false);
  useEffect(() => listen(ended, 'seeking', () => setIsDismissed(true)), [ended]);
  return [isDismissed, () => setIsDismissed(true)];
}

interface VideoCardProps {
  readonly next: Video | NamedVideo;
  readonly onDismiss: () => void;
}

function VideoCard({ next, onDismiss }: VideoCardProps) {
  const { id, username, title } = next;
  // Its page then opens at once, without a moment that would end the full screen.
  const { isError } = useQuery({ ...videoQuery(id), initialData: next });
  if (isError) return null;
  return (
    <NextCard
      title={title}
      displayName={'display_name' in next ? next.display_name : undefined}
      to={paths.video(username, id)}
      onDismiss={onDismiss}
    >
      <VideoThumbnail video={next} />
    </NextCard>
  );
}

interface NextCardProps {
  readonly title: string;
  readonly displayName: string | undefined;
  /** The page that plays it. */
  readonly to: string;
  readonly onDismiss: () => void;
  /** Its picture. */
  readonly children: ReactNode;
}

/** What plays next, in some seconds. */
export function NextCard({ title, displayName, to, onDismiss, children }: NextCardProps) {
  const navigate = useNavigate();
  const play = () => void navigate(to);
  const leftS = useCountdown(play);
  return (
    <section aria-label={t('video.upNext')} className={COVER}>
      <p role="status" className="sr-only">
        {leftS < COUNTDOWN_S && t('video.upNextTitle', { title })}
      </p>
      <div className="flex w-full max-w-xl items-center gap-3">
        <div className="w-2/5 shrink-0">{children}</div>
        <div className="min-w-0 flex-1">
          <p className="text-xs text-white/70 tabular-nums sm:text-sm">
            {t('video.upNextIn', { left: formatUnit(leftS, 'second') })}
          </p>
          <p dir="auto" className="line-clamp-2 text-sm font-semibold wrap-anywhere sm:mt-1 sm:text-lg">
            {title}
          </p>
          {displayName && (
            <p dir="auto" className="truncate text-xs text-white/70 sm:text-sm">
              {displayName}
            </p>
          )}
          <div className="mt-2 flex flex-wrap gap-2 sm:mt-4">
            <button type="button" onClick={play} className={`${BUTTON} bg-white text-black`}>
              <Play className="size-4 fill-current" />
              {t('video.playNow')}
            </button>
            <button type="button" onClick={onDismiss} className={`${BUTTON} hover:bg-white/15`}>
              {t('common.cancel')}
            </button>
          </div>
        </div>
      </div>
    </section>
  );
}

/** Above the control bar, which stays in use; on a phone there is no room for both. */
const COVER =
  'absolute inset-x-0 top-0 bottom-0 z-notice grid animate-rise place-items-center bg-black/90 px-4 sm:bottom-[var(--bar-height,0px)]';
const BUTTON =
  'flex min-h-control-sm items-center gap-2 rounded-md px-3 text-sm font-semibold focus-visible:outline-white';

const COUNTDOWN_S = 8;

/** The seconds that remain until `onEnd`. Pauses while a dialog is open or the viewer types. */
function useCountdown(onEnd: () => void): number {
  const [leftS, setLeftS] = useState(COUNTDOWN_S);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const timer = setInterval(() => isBusy() || setLeftS((seconds) => Math.max(0, seconds - 1)), 1000);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (leftS === 0) end();
  }, [leftS]);
  return leftS;
}

const WRITING = 'input:not([type=range], [type=checkbox]), textarea, [contenteditable=true]';

const isBusy = (): boolean => hasOpenDialog() || document.activeElement?.matches(WRITING) === true;
