import { CloudCheck, CloudUpload, TriangleAlert, WifiOff } from 'lucide-react';
import type { BroadcastState } from '../broadcast.ts';
import { chunkCount, uploadLine } from '../broadcast-words.ts';

type UploadStateProps = Pick<BroadcastState, 'chunks' | 'network' | 'lostChunks'>;

/** Whether what is recorded gets through; a screen reader hears of it when that changes, not of each chunk. */
export function UploadState({ chunks, network, lostChunks }: UploadStateProps) {
  const line = uploadLine({ chunks, network });
  const isSlow = network === 'waiting';
  const Icon = isSlow ? WifiOff : line === 'All uploaded' ? CloudCheck : CloudUpload;
  return (
    <div className="space-y-1.5 text-sm">
      <p data-upload-state={network} className="flex items-center gap-2 text-soft tabular-nums">
        <Icon aria-hidden="true" className={`size-5 shrink-0 ${isSlow ? 'text-danger' : 'text-success'}`} />
        {line}
      </p>
      <p role="status" className="sr-only">
        {isSlow && 'The connection is slow. What is recorded is kept, and uploaded later.'}
      </p>
      {lostChunks > 0 && (
        <p role="alert" className="flex items-center gap-2 text-danger">
          <TriangleAlert aria-hidden="true" className="size-5 shrink-0" />
          {chunkCount(lostChunks)} lost: this browser has no room to keep them
        </p>
      )}
    </div>
  );
}
