import { UploadCloud } from 'lucide-react';
import { formatBytes, useAge } from '../../../lib/words/format-media.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmedButton } from '../../../ui/confirmed-button.tsx';
import { ProgressBar } from '../../../ui/states/progress-bar.tsx';
import type { UnfinishedBroadcast } from '../broadcast.ts';
import type { Broadcast } from '../use-broadcast.ts';
import { chunkCount } from '../broadcast-words.ts';
import { useShareDone } from './upload-state.tsx';

interface UnfinishedCardProps {
  readonly broadcast: Broadcast;
  readonly unfinished: UnfinishedBroadcast;
}

export function UnfinishedCard(props: UnfinishedCardProps) {
  const { state, finishUnfinished, dropUnfinished } = props.broadcast;
  const { title, startedAtMs, waitingChunks, waitingBytes } = props.unfinished;
  const age = useAge(new Date(startedAtMs).toISOString());
  return (
    <Card title="Finish uploading your last broadcast?" className="mb-6 border-accent! max-sm:p-3">
      <p className="font-medium wrap-anywhere">{title}</p>
      <p className="mt-0.5 text-sm text-soft tabular-nums">
        {age} · {chunkCount(waitingChunks)} ({formatBytes(waitingBytes)}) still in this browser
      </p>
      {state.isRecovering ? (
        <Recovery {...props} />
      ) : (
        <div className="mt-4 flex flex-wrap gap-3">
          <Button onClick={finishUnfinished}>
            <UploadCloud className="size-4" />
            Finish uploading
          </Button>
          <ConfirmedButton label="Discard" confirmation="Discard for good" onConfirm={dropUnfinished} />
        </div>
      )}
    </Card>
  );
}

function Recovery({ unfinished, broadcast: { state, stopWaiting } }: UnfinishedCardProps) {
  const share = useShareDone(unfinished.waitingChunks);
  return (
    <div className="mt-4">
      <ProgressBar label="Upload of your last broadcast" share={share} />
      <p role="status" className="mt-2 text-sm text-soft">
        {state.network === 'fine'
          ? 'Uploading...'
          : 'The connection is slow. The upload goes on by itself as soon as it can.'}
      </p>
      <Button variant="secondary" size="sm" className="mt-3" onClick={stopWaiting}>
        Leave the rest for later
      </Button>
    </div>
  );
}
