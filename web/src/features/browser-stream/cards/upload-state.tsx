import { CloudCheck, CloudUpload, Gauge, Info, type LucideIcon, TriangleAlert, WifiOff } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ProgressBar } from '#web/ui/states/progress-bar.tsx';
import { isUploaded, timeOf, uploadLine, waitingOf } from '../broadcast-words.ts';
import type { BroadcastState } from '../broadcast.ts';
import { CHANGED_WAY, qualityLine } from '../way.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface UploadStateProps extends Pick<
  BroadcastState,
  'chunks' | 'network' | 'lostChunks' | 'quality' | 'hasChangedWay'
> {
  readonly elapsedS: number;
}

export function UploadState(props: UploadStateProps) {
  const { chunks, network, lostChunks, quality, hasChangedWay, elapsedS } = props;
  const line = uploadLine({ chunks, network }, elapsedS);
  const isSlow = network === 'waiting';
  const icon = isSlow ? WifiOff : isUploaded(chunks) ? CloudCheck : CloudUpload;
  return (
    <div className="space-y-1.5 text-sm" data-upload-state={network}>
      <Line icon={icon} tone={isSlow ? 'text-danger' : 'text-success'}>
        {line}
      </Line>
      {quality && (
        <Line icon={Gauge} tone="text-soft">
          {qualityLine(quality, isUploaded(chunks))}
        </Line>
      )}
      {hasChangedWay && (
        <Line icon={Info} tone="text-accent">
          {CHANGED_WAY}
        </Line>
      )}
      <p role="status" className="sr-only">
        {announcementOf(props)}
      </p>
      {lostChunks > 0 && (
        <p role="alert" className="flex items-center gap-2 text-danger">
          <TriangleAlert className="size-5 shrink-0" />
          {t('browserStream.timeLost', { time: timeOf(lostChunks, chunks, elapsedS) })}
        </p>
      )}
    </div>
  );
}

interface LineProps {
  readonly icon: LucideIcon;
  readonly tone: string;
  readonly children: ReactNode;
}

const Line = ({ icon: Icon, tone, children }: LineProps) => (
  <p className="flex items-start gap-2 text-soft tabular-nums">
    <Icon className={`size-5 shrink-0 ${tone}`} />
    {children}
  </p>
);

function announcementOf({ chunks, network, quality, hasChangedWay }: UploadStateProps): string {
  if (network === 'waiting') return t('browserStream.recordingKept');
  if (quality?.isReduced) return qualityLine(quality, isUploaded(chunks));
  return hasChangedWay ? CHANGED_WAY : '';
}

/** Progress from 0 to 1, relative to the largest number of waiting chunks since mounting. */
export function useShareDone(waiting: number): number {
  const [most, setMost] = useState(waiting);
  if (waiting > most) setMost(waiting);
  return most === 0 ? 1 : 1 - Math.min(waiting, most) / most;
}

/** The upload's progress after End Stream. Takes the focus of the removed button. */
export function EndingProgress({ chunks, elapsedS }: Pick<UploadStateProps, 'chunks' | 'elapsedS'>) {
  /** When the recording ended. */
  const [recordedS] = useState(elapsedS);
  const box = useRef<HTMLDivElement>(null);
  const waiting = waitingOf(chunks);
  const share = useShareDone(waiting);
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.focus();
  }, []);
  return (
    <div ref={box} tabIndex={-1} className="rounded-md bg-raised p-4">
      <p className="font-medium tabular-nums">
        {waiting === 0
          ? t('browserStream.ending')
          : t('browserStream.uploadingLast', { time: timeOf(waiting, chunks, recordedS) })}
      </p>
      <ProgressBar label={t('browserStream.endingProgress')} share={share} className="mt-3" />
      <p className="mt-3 text-sm text-soft">{t('browserStream.endingHint')}</p>
    </div>
  );
}
