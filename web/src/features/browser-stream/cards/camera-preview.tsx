import { Camera, CameraOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNow } from '#web/lib/hooks/browser-hooks.ts';
import { paths } from '#web/lib/paths.ts';
import { formatClock } from '#web/lib/i18n/numbers.ts';
import { LiveBadge } from '#web/ui/badge.tsx';
import { FanMark } from '#web/ui/fan-mark.tsx';
import { OwnViewerCount, type OwnViewers } from '#web/ui/own-viewers.tsx';
import { TextLink } from '#web/ui/links/links.tsx';
import type { BroadcastState, CameraProblem } from '../broadcast.ts';
import type { ScreenLayout } from '../screen-layout.ts';
import { CameraCorner } from './camera-corner.tsx';
import { t } from '#web/lib/i18n/messages.ts';

interface CameraPreviewProps {
  readonly state: BroadcastState;
  readonly viewers: OwnViewers;
  readonly onArrange: (layout: ScreenLayout) => void;
}

/** Aspect ratio until the camera's own is known. */
const USUAL_SHAPE = 16 / 9;

export function CameraPreview({ state, viewers, onArrange }: CameraPreviewProps) {
  const { media, isMirrored, phase, startedAtMs, screen, problem } = state;
  const [shape, setShape] = useState(USUAL_SHAPE);
  const box = useRef<HTMLDivElement>(null);
  const moment = phase === 'ready' || phase === 'live' ? phase : null;
  useEffect(() => {
    if (moment) box.current?.scrollIntoView({ block: 'nearest' });
  }, [moment]);
  return (
    <div
      ref={box}
      style={{ aspectRatio: media ? shape : USUAL_SHAPE }}
      className={`relative grid scroll-mt-[calc(var(--bar)+5.5rem)] [@media(height<32rem)]:scroll-mt-[calc(var(--bar)+1.5rem)] max-h-[max(12rem,min(55dvh,34rem))] w-full place-items-center overflow-hidden rounded-md border border-line bg-canvas sm:max-h-[max(12rem,min(48dvh,34rem))] ${media ? '' : 'min-h-56'}`}
    >
      {media ? (
        <Picture key={media.id} media={media} isMirrored={isMirrored} onShape={setShape} />
      ) : (
        <NoPicture phase={phase} problem={problem} />
      )}
      {screen?.isShared && screen.layout.hasCamera && state.cameraId !== null && (
        <CameraCorner layout={screen.layout} onArrange={onArrange} />
      )}
      {media && <PausedNote {...state.paused} isLive={phase === 'live'} />}
      {phase === 'live' && startedAtMs !== null && <OnAir startedAtMs={startedAtMs} viewers={viewers} />}
    </div>
  );
}

type PictureProps = Pick<BroadcastState, 'isMirrored'> & {
  readonly media: MediaStream;
  readonly onShape: (shape: number) => void;
};

function Picture({ media, isMirrored, onShape }: PictureProps) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const reportShape = () => {
      if (element.videoHeight > 0) onShape(element.videoWidth / element.videoHeight);
    };
    element.addEventListener('resize', reportShape);
    element.srcObject = media;
    return () => {
      element.removeEventListener('resize', reportShape);
      element.srcObject = null;
    };
  }, [media, onShape]);
  return (
    <video
      ref={video}
      aria-label={t('browserStream.previewLabel')}
      autoPlay
      muted
      playsInline
      className={`absolute inset-0 size-full bg-black object-contain ${isMirrored ? '-scale-x-100' : ''}`}
    />
  );
}

function NoPicture({ phase, problem }: Pick<BroadcastState, 'phase' | 'problem'>) {
  if (phase === 'off' && problem) return <CameraProblemNote problem={problem} />;
  return (
    <div className="flex flex-col items-center gap-3 px-6 text-center text-soft">
      {phase === 'asking' ? (
        <>
          <FanMark spinning className="size-9 text-accent" />
          {t('browserStream.allowAccess')}
        </>
      ) : (
        <>
          <Camera className="size-9" />
          {t('browserStream.cameraOff')}
        </>
      )}
    </div>
  );
}

type PausedNoteProps = BroadcastState['paused'] & { readonly isLive: boolean };

function PausedNote({ camera, microphone, isLive }: PausedNoteProps) {
  const isPaused = camera || microphone;
  const lacking = camera ? 'picture' : 'sound';
  return (
    <p
      role="status"
      className={
        isPaused
          ? 'absolute inset-x-3 bottom-3 rounded-md bg-black/80 px-3 py-2 text-center text-sm text-white'
          : 'sr-only'
      }
    >
      {isPaused &&
        t('browserStream.devicePaused', {
          devices: camera && microphone ? 'other' : camera ? 'camera' : 'microphone',
          lacking: isLive ? lacking : 'other',
        })}
    </p>
  );
}

function OnAir({ startedAtMs, viewers }: { readonly startedAtMs: number; readonly viewers: OwnViewers }) {
  const elapsedS = Math.max(0, (useNow(1000) - startedAtMs) / 1000);
  return (
    <p className="absolute top-3 start-3 flex items-center gap-2 rounded-md bg-black/65 py-1 pe-2.5 ps-1.5 text-sm font-medium text-white tabular-nums">
      <LiveBadge />
      <span role="timer" aria-label={t('common.timeLive')}>
        {formatClock(elapsedS)}
      </span>
      <OwnViewerCount viewers={viewers} isShort />
    </p>
  );
}

interface Advice {
  readonly title: string;
  readonly text: string;
  readonly offersSoftware: boolean;
}

const ADVICE: Record<CameraProblem, Advice> = {
  denied: {
    title: t('browserStream.accessBlocked'),
    text: t('browserStream.accessBlockedHint'),
    offersSoftware: false,
  },
  none: {
    title: t('browserStream.cameraNotFound'),
    text: t('browserStream.cameraNotFoundHint'),
    offersSoftware: true,
  },
  busy: {
    title: t('browserStream.cameraInUse'),
    text: t('browserStream.cameraInUseHint'),
    offersSoftware: false,
  },
  microphone: {
    title: t('browserStream.microphoneUnusable'),
    text: t('browserStream.microphoneUnusableHint'),
    offersSoftware: true,
  },
  unsupported: {
    title: t('browserStream.unsupported'),
    text: t('browserStream.unsupportedHint'),
    offersSoftware: true,
  },
  insecure: {
    title: t('browserStream.cameraInsecure'),
    text: t('browserStream.cameraInsecureHint'),
    offersSoftware: true,
  },
};

/** Replaces the preview. */
function CameraProblemNote({ problem }: { readonly problem: CameraProblem }) {
  const { title, text, offersSoftware } = ADVICE[problem];
  return (
    <div data-camera-problem={problem} className="max-w-md px-6 py-5 text-center">
      <CameraOff className="mx-auto size-8 text-danger" />
      <h3 className="mt-3 font-semibold">{title}</h3>
      <p className="mt-1 text-sm text-balance text-soft">{text}</p>
      {offersSoftware && (
        <p className="mt-2 text-sm">
          <TextLink to={paths.goLiveAdvanced()}>{t('common.useSoftware')}</TextLink>
        </p>
      )}
    </div>
  );
}
