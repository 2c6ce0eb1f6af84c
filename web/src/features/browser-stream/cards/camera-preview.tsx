import { Camera, CameraOff, Eye } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNow } from '../../../lib/hooks/browser-hooks.ts';
import { paths } from '../../../lib/paths.ts';
import { formatClock } from '../../../lib/words/format-media.ts';
import { formatCount } from '../../../lib/words/format.ts';
import { LiveBadge } from '../../../ui/badge.tsx';
import { FanMark } from '../../../ui/fan-mark.tsx';
import { TextLink } from '../../../ui/links/links.tsx';
import type { BroadcastState, CameraProblem } from '../broadcast.ts';

interface CameraPreviewProps {
  readonly state: BroadcastState;
  readonly problem: CameraProblem | null;
  readonly viewers: number;
}

/** Aspect ratio until the camera's own is known. */
const USUAL_SHAPE = 16 / 9;

export function CameraPreview({ state, problem, viewers }: CameraPreviewProps) {
  const { media, isMirrored, phase, startedAtMs } = state;
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
      className={`relative grid scroll-mt-36 [@media(height<32rem)]:scroll-mt-18 max-h-[max(12rem,min(55dvh,34rem))] w-full place-items-center overflow-hidden rounded-md border border-line bg-canvas sm:max-h-[max(12rem,min(48dvh,34rem))] ${media ? '' : 'min-h-56'}`}
    >
      {media ? (
        <Picture key={media.id} media={media} isMirrored={isMirrored} onShape={setShape} />
      ) : (
        <NoPicture phase={phase} problem={problem} />
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
      aria-label="Your camera"
      autoPlay
      muted
      playsInline
      className={`absolute inset-0 size-full bg-black object-contain ${isMirrored ? '-scale-x-100' : ''}`}
    />
  );
}

function NoPicture({ phase, problem }: Pick<BroadcastState, 'phase'> & Pick<CameraPreviewProps, 'problem'>) {
  if (phase === 'off' && problem) return <CameraProblemNote problem={problem} />;
  return (
    <div className="flex flex-col items-center gap-3 px-6 text-center text-soft">
      {phase === 'asking' ? (
        <>
          <FanMark spinning className="size-9 text-accent" />
          Allow camera and microphone in your browser
        </>
      ) : (
        <>
          <Camera className="size-9" />
          Camera off
        </>
      )}
    </div>
  );
}

type PausedNoteProps = BroadcastState['paused'] & { readonly isLive: boolean };

function PausedNote({ camera, microphone, isLive }: PausedNoteProps) {
  const devices = [camera && 'camera', microphone && 'microphone'].filter((device) => device !== false);
  const isPaused = devices.length > 0;
  const lacking = camera ? 'no moving picture' : 'no sound';
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
        `Your device has paused the ${devices.join(' and the ')}${isLive ? `: viewers get ${lacking}` : ''}. Close other apps that use it, or check its switch.`}
    </p>
  );
}

function OnAir({ startedAtMs, viewers }: { readonly startedAtMs: number; readonly viewers: number }) {
  const elapsedS = Math.max(0, (useNow(1000) - startedAtMs) / 1000);
  return (
    <p className="absolute top-3 left-3 flex items-center gap-2 rounded-md bg-black/65 py-1 pr-2.5 pl-1.5 text-sm font-medium text-white tabular-nums">
      <LiveBadge />
      <span role="timer" aria-label="Time on the air">
        {formatClock(elapsedS)}
      </span>
      <span className="flex items-center gap-1">
        <Eye className="size-4" />
        {formatCount(viewers)}
        <span className="sr-only">{viewers === 1 ? ' viewer' : ' viewers'}</span>
      </span>
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
    title: 'Camera and microphone are blocked',
    text: 'Allow both for this site, by the icon beside its address or in the settings of your system. Then press Start Camera again.',
    offersSoftware: false,
  },
  none: {
    title: 'No camera found',
    text: 'Connect a camera and press Start Camera again, or open this page on your phone.',
    offersSoftware: true,
  },
  busy: {
    title: 'The camera is in use',
    text: 'Close the program or the tab that has it. Then press Start Camera again.',
    offersSoftware: false,
  },
  microphone: {
    title: 'The microphone cannot be used',
    text: 'This browser cannot record it, which happens with headsets by Bluetooth. Choose another microphone in your system, then press Start Camera again.',
    offersSoftware: true,
  },
  unsupported: {
    title: 'This browser cannot broadcast',
    text: 'It can neither encode video for us nor record WebM. Open this page in a newer Chrome, Edge, Firefox or Safari.',
    offersSoftware: true,
  },
  insecure: {
    title: 'The camera needs a secure address',
    text: 'Browsers allow it over https, or on localhost. Open Fanfare at such an address.',
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
          <TextLink to={paths.goLiveAdvanced()}>Use streaming software instead</TextLink>
        </p>
      )}
    </div>
  );
}
