import { UploadCloud } from 'lucide-react';
import { formatAge, formatBytes } from '../../../lib/format-media.ts';
import { useNow } from '../../../lib/hooks/use-now.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmedButton } from '../../../ui/confirmed-button.tsx';
import { ProgressBar } from '../../../ui/states/progress-bar.tsx';
import type { BroadcastState, UnfinishedBroadcast } from '../broadcast.ts';
import { chunkCount } from '../broadcast-words.ts';
import { useShareDone } from './use-share-done.ts';

interface UnfinishedCardProps {
  readonly broadcast: UnfinishedBroadcast;
  readonly isRecovering: boolean;
  readonly network: BroadcastState['network'];
  readonly onFinish: () => void;
  readonly onDrop: () => void;
  readonly onStopWaiting: () => void;
}

const MINUTE_MS = 60_000;

/** Offers to upload what a broadcast of an earlier visit has left in this browser. */
export function UnfinishedCard(props: UnfinishedCardProps) {
  const { broadcast, isRecovering, onFinish, onDrop } = props;
  const { title, startedAtMs, waitingChunks, waitingBytes } = broadcast;
  const age = formatAge(new Date(startedAtMs).toISOString(), useNow(MINUTE_MS));
  return (
    <Card title="Finish uploading your last broadcast?" className="mb-6 border-accent! max-sm:p-3">
      <p className="font-medium wrap-anywhere">{title}</p>
      <p className="mt-0.5 text-sm text-soft tabular-nums">
        {age} · {chunkCount(waitingChunks)} ({formatBytes(waitingBytes)}) still in this browser
      </p>
      {isRecovering ? (
        <Recovery {...props} />
      ) : (
        <div className="mt-4 flex flex-wrap gap-3">
          <Button onClick={onFinish}>
            <UploadCloud className="size-4" />
            Finish uploading
          </Button>
          <ConfirmedButton label="Discard" confirmation="Discard for good" onConfirm={onDrop} />
        </div>
      )}
    </Card>
  );
}

function Recovery({ broadcast, network, onStopWaiting }: UnfinishedCardProps) {
  const share = useShareDone(broadcast.waitingChunks);
  return (
    <div className="mt-4">
      <ProgressBar label="Upload of your last broadcast" share={share} />
      <p role="status" className="mt-2 text-sm text-soft">
        {network === 'fine'
          ? 'Uploading...'
          : 'The connection is slow. The upload goes on by itself as soon as it can.'}
      </p>
      <Button variant="secondary" size="sm" className="mt-3" onClick={onStopWaiting}>
        Leave the rest for later
      </Button>
    </div>
  );
}
