import { UploadCloud } from 'lucide-react';
import { formatBytes } from '#web/lib/i18n/numbers.ts';
import { useAge } from '#web/lib/hooks/use-age.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmedButton } from '#web/ui/confirmed-button.tsx';
import { ProgressBar } from '#web/ui/states/progress-bar.tsx';
import type { UnfinishedBroadcast } from '../broadcast.ts';
import type { Broadcast } from '../use-broadcast.ts';
import { useShareDone } from './upload-state.tsx';
import { t } from '#web/lib/i18n/messages.ts';

interface UnfinishedCardProps {
  readonly broadcast: Pick<Broadcast, 'state' | 'finishUnfinished' | 'dropUnfinished' | 'stopWaiting'>;
  readonly unfinished: UnfinishedBroadcast;
}

export function UnfinishedCard(props: UnfinishedCardProps) {
  const { state, finishUnfinished, dropUnfinished } = props.broadcast;
  const { title, startedAtMs, waitingBytes } = props.unfinished;
  const age = useAge(new Date(startedAtMs).toISOString());
  return (
    <Card title={t('browserStream.unfinishedUpload')} tone="accent" isCompact className="mb-6">
      <p dir="auto" className="font-medium wrap-anywhere">
        {title}
      </p>
      <p className="mt-0.5 text-sm text-soft tabular-nums">
        {t('browserStream.unfinishedUploadSize', {
          age,
          waitingBytes: formatBytes(waitingBytes),
        })}
      </p>
      {state.isRecovering ? (
        <Recovery {...props} />
      ) : (
        <div className="mt-4 flex flex-wrap gap-3">
          <Button onClick={finishUnfinished}>
            <UploadCloud className="size-4" />
            {t('browserStream.finishUpload')}
          </Button>
          <ConfirmedButton
            label={t('browserStream.discardUpload')}
            confirmation={t('browserStream.discardUploadConfirm')}
            onConfirm={dropUnfinished}
          />
        </div>
      )}
    </Card>
  );
}

function Recovery({ unfinished, broadcast: { state, stopWaiting } }: UnfinishedCardProps) {
  const share = useShareDone(unfinished.waitingChunks);
  return (
    <div className="mt-4">
      <ProgressBar label={t('browserStream.lastUploadProgress')} share={share} />
      <p role="status" className="mt-2 text-sm text-soft">
        {state.network === 'fine' ? t('browserStream.uploading') : t('browserStream.uploadSlow')}
      </p>
      <Button variant="secondary" size="sm" className="mt-3" onClick={stopWaiting}>
        {t('browserStream.finishLater')}
      </Button>
    </div>
  );
}
