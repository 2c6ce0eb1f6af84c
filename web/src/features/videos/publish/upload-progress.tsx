import { FileVideo, Pause, Play, RotateCcw, WifiOff } from 'lucide-react';
import { formatBytes, formatPercent } from '#web/lib/i18n/numbers.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmedButton } from '#web/ui/confirmed-button.tsx';
import { ProgressBar } from '#web/ui/states/progress-bar.tsx';
import type { FileFacts } from '../upload/upload-memory.ts';
import { timeLeftText, type UploadState } from '../upload/upload-progress.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface UploadProgressProps {
  readonly file: FileFacts;
  readonly state: UploadState;
  readonly onPause: () => void;
  readonly onResume: () => void;
  readonly onCancel: () => void;
}

/** Progress of an upload, with its buttons. */
export function UploadProgress({ file, state, onPause, onResume, onCancel }: UploadProgressProps) {
  const { phase, sentBytes, totalBytes } = state;
  const share = totalBytes === 0 ? 0 : sentBytes / totalBytes;
  return (
    <div data-upload={phase}>
      <div className="flex items-start gap-3">
        <FileVideo className="mt-0.5 size-6 shrink-0 text-accent" />
        <div className="min-w-0 flex-1">
          <p dir="auto" className="font-semibold wrap-anywhere">
            {file.name}
          </p>
          <p className="text-sm text-soft tabular-nums">
            {t('videos.uploadedBytes', {
              sentBytes: formatBytes(sentBytes),
              totalBytes: formatBytes(totalBytes),
            })}
          </p>
        </div>
        <p className="text-2xl font-bold tabular-nums">{formatPercent(Math.floor(share * 100) / 100)}</p>
      </div>
      <ProgressBar label={t('videos.uploadingFile', { name: file.name })} share={share} className="my-4" />
      <p
        role="status"
        // Speed and time left change each second.
        aria-live={phase === 'uploading' ? 'off' : undefined}
        className="flex min-h-6 items-center gap-2 text-sm text-soft"
      >
        {phase === 'waiting' && <WifiOff className="size-4 shrink-0" />}
        {wordsFor(state)}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        {(phase === 'uploading' || phase === 'waiting' || phase === 'preparing') && (
          <Button variant="secondary" onClick={onPause}>
            <Pause className="size-4" />
            {t('videos.pauseUpload')}
          </Button>
        )}
        {(phase === 'paused' || phase === 'failed') && (
          <Button onClick={onResume}>
            {phase === 'paused' ? <Play className="size-4" /> : <RotateCcw className="size-4" />}
            {phase === 'paused' ? t('videos.resumeUpload') : t('common.tryAgain')}
          </Button>
        )}
        {phase !== 'completing' && (
          <ConfirmedButton
            label={t('common.cancel')}
            confirmation={t('videos.discardUpload')}
            onConfirm={onCancel}
          />
        )}
      </div>
    </div>
  );
}

function wordsFor({ phase, bytesPerSecond, secondsLeft }: UploadState): string {
  switch (phase) {
    case 'preparing':
      return t('videos.uploadPreparing');
    case 'uploading': {
      const speed =
        bytesPerSecond === null ? t('videos.uploading') : formatBytes(bytesPerSecond, '-per-second');
      return secondsLeft === null ? speed : `${speed} · ${timeLeftText(secondsLeft)}`;
    }
    case 'waiting':
      return t('videos.uploadOffline');
    case 'paused':
      return t('videos.uploadPaused');
    case 'completing':
      return t('videos.uploadCompleting');
    case 'failed':
      return t('videos.uploadStopped');
    case 'uploaded':
      return t('videos.uploaded');
  }
}
