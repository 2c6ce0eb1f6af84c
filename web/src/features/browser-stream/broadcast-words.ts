/** Texts about a broadcast: specification §2 (/go-live) and §8, and our own. */
import type { EndedBy } from '#shared/live/browser-stream.ts';
import { MINUTE_S } from '#shared/plain/time.ts';
import { detailOr } from '#web/lib/api/api-failure.ts';
import { formatDuration } from '#web/lib/i18n/numbers.ts';
import { statusOf } from '#web/lib/api/patience/retry.ts';
import type { ToastWords } from '#web/ui/overlays/toast-store.ts';
import type { BroadcastEvent, BroadcastState, CameraProblem, PieceCounts } from './broadcast.ts';
import { t } from '#web/lib/i18n/messages.ts';

const failure = (title: string, description: string): ToastWords => ({ title, description, tone: 'danger' });

/** The line below "Camera Preview", of a broadcast that lasts this long. */
export function cameraLine(
  { phase, chunks }: Pick<BroadcastState, 'phase' | 'chunks'>,
  elapsedS: number,
): string {
  if (phase === 'live') return t('browserStream.liveDescription', { time: sentTime(chunks, elapsedS) });
  if (phase === 'ending') return t('browserStream.endingDescription');
  return t('browserStream.previewDescription');
}

/** "10 min sent". */
export const sentLine = (chunks: PieceCounts, elapsedS: number): string =>
  t('browserStream.timeSent', { time: sentTime(chunks, elapsedS) });

const sentTime = (chunks: PieceCounts, elapsedS: number): string =>
  formatDuration(sentSeconds(chunks, elapsedS));

/** How long so many chunks of a broadcast are; at least a second. */
export const timeOf = (count: number, { recorded }: PieceCounts, elapsedS: number): string =>
  formatDuration(Math.max(1, Math.round((count / Math.max(1, recorded, count)) * elapsedS)));

/** How much of a broadcast that lasts this long is uploaded; in whole minutes from one minute on. */
export function sentSeconds({ recorded, stored }: PieceCounts, elapsedS: number): number {
  const sentS = recorded > 0 ? Math.min(1, stored / recorded) * elapsedS : 0;
  return sentS < MINUTE_S ? Math.floor(sentS) : Math.floor(sentS / MINUTE_S) * MINUTE_S;
}

/** Usually one chunk is being sent, which is not worth a message. */
const USUALLY_ON_THEIR_WAY = 1;

/** The upload state of a live broadcast. */
export function uploadLine(
  { chunks, network }: Pick<BroadcastState, 'chunks' | 'network'>,
  elapsedS: number,
): string {
  const waiting = waitingOf(chunks);
  const time = timeOf(waiting, chunks, elapsedS);
  if (network === 'waiting' && waiting > 0) return t('browserStream.timeWaiting', { time });
  return isUploaded(chunks) ? t('browserStream.allUploaded') : t('browserStream.timeUploading', { time });
}

export const isUploaded = (chunks: PieceCounts): boolean => waitingOf(chunks) <= USUALLY_ON_THEIR_WAY;

export const waitingOf = ({ recorded, stored }: PieceCounts): number => Math.max(0, recorded - stored);

export function toastFor(event: BroadcastEvent): ToastWords {
  switch (event.kind) {
    case 'camera-ready':
      return { title: t('browserStream.cameraReady'), tone: 'success' };
    case 'camera-failed':
      return failure(
        event.problem === 'microphone'
          ? t('browserStream.microphoneUnavailable')
          : t('browserStream.cameraDenied'),
        CAMERA_TEXTS[event.problem],
      );
    case 'camera-lost':
      return failure(
        t('browserStream.cameraDisconnected'),
        event.endsBroadcast
          ? t('browserStream.cameraDisconnectedEnds')
          : t('browserStream.cameraDisconnectedContinues'),
      );
    case 'screen-ended':
      return failure(
        t('browserStream.screenEnded'),
        event.hasCamera ? t('browserStream.screenEndedCamera') : t('browserStream.screenEndedNotice'),
      );
    case 'screen-failed':
      return failure(t('browserStream.screenFailed'), t('browserStream.screenFailedHint'));
    case 'page-paused':
      return failure(
        t('browserStream.pagePaused'),
        t('browserStream.pagePausedHint', { count: Math.round(event.ms / 1000) }),
      );
    case 'live':
      return { title: t('browserStream.nowLive'), tone: 'success' };
    case 'continued':
      return { title: t('browserStream.continued'), tone: 'success' };
    case 'continue-failed':
      return failure(
        t('browserStream.continueFailed'),
        statusOf(event.error) === 409
          ? t('browserStream.continueEnded')
          : detailOr(event.error, t('browserStream.startFailedHint')),
      );
    case 'start-failed':
      return failure(
        t('browserStream.startFailed'),
        detailOr(event.error, t('browserStream.startFailedHint')),
      );
    case 'recording-failed':
      return failure(t('browserStream.recordingError'), t('browserStream.recordingErrorHint'));
    case 'ended-elsewhere':
      return { title: t('common.streamEnded'), description: ENDED_TEXTS[event.by] };
    case 'ended':
      return { title: t('common.streamEnded'), description: endedText(event), tone: 'success' };
    case 'recovered':
      return {
        title: t('browserStream.uploadFinished'),
        description: t('browserStream.uploadFinishedHint'),
        tone: 'success',
      };
    case 'recovery-failed':
      return failure(
        t('browserStream.uploadFailed'),
        detailOr(event.error, t('browserStream.uploadFailedHint')),
      );
  }
}

export const explainsEnd = (event: BroadcastEvent): boolean =>
  event.kind === 'recording-failed' ||
  event.kind === 'ended-elsewhere' ||
  (event.kind === 'camera-lost' && event.endsBroadcast);

function endedText({ chunks, elapsedS }: Extract<BroadcastEvent, { readonly kind: 'ended' }>): string {
  const waiting = waitingOf(chunks);
  if (waiting === 0) return sentLine(chunks, elapsedS);
  const sent = sentTime(chunks, elapsedS);
  return t('browserStream.timeSentAndWaiting', { sent, waiting: timeOf(waiting, chunks, elapsedS) });
}

const CAMERA_TEXTS: Record<CameraProblem, string> = {
  denied: t('browserStream.cameraDeniedHint'),
  none: t('browserStream.cameraNotFoundToast'),
  busy: t('browserStream.cameraInUseToast'),
  microphone: t('browserStream.microphoneUnavailableHint'),
  unsupported: t('browserStream.unsupported'),
  insecure: t('browserStream.cameraInsecureToast'),
};

const ENDED_TEXTS: Record<EndedBy, string> = {
  streamer: t('browserStream.endedElsewhere'),
  'another broadcast': t('browserStream.endedByAnother'),
  silence: t('browserStream.endedBySilence'),
  length: t('browserStream.endedByLength'),
};
