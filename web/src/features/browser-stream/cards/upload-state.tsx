import { CloudCheck, CloudUpload, Gauge, Info, type LucideIcon, TriangleAlert, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { BroadcastState } from '../broadcast.ts';
import { chunkCount, uploadLine } from '../broadcast-words.ts';
import { CHANGED_WAY, qualityLine } from '../way/way-words.ts';

type UploadStateProps = Pick<
  BroadcastState,
  'chunks' | 'network' | 'lostChunks' | 'quality' | 'hasChangedWay'
>;

/** Whether what is recorded gets through, and how good it is. */
export function UploadState(props: UploadStateProps) {
  const { chunks, network, lostChunks, quality, hasChangedWay } = props;
  const line = uploadLine({ chunks, network });
  const isSlow = network === 'waiting';
  const icon = isSlow ? WifiOff : line === 'All uploaded' ? CloudCheck : CloudUpload;
  return (
    <div className="space-y-1.5 text-sm" data-upload-state={network}>
      <Line icon={icon} tone={isSlow ? 'text-danger' : 'text-success'}>
        {line}
      </Line>
      {quality && (
        <Line icon={Gauge} tone="text-soft">
          {qualityLine(quality)}
        </Line>
      )}
      {hasChangedWay && (
        <Line icon={Info} tone="text-accent">
          {CHANGED_WAY}
        </Line>
      )}
      <p role="status" className="sr-only">
        {newsOf(props)}
      </p>
      {lostChunks > 0 && (
        <p role="alert" className="flex items-center gap-2 text-danger">
          <TriangleAlert className="size-5 shrink-0" />
          {chunkCount(lostChunks)} lost: this browser has no room to keep them
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

/** What a screen reader hears of: each change for the worse, and not each chunk. */
function newsOf({ network, quality, hasChangedWay }: UploadStateProps): string {
  if (network === 'waiting') return 'The connection is slow. What is recorded is kept, and uploaded later.';
  if (quality?.isReduced) return qualityLine(quality);
  return hasChangedWay ? CHANGED_WAY : '';
}
