/** Texts about a broadcast: specification §2 (/go-live) and §8, and our own. */
import type { EndedBy } from '../../../../shared/live/browser-stream.ts';
import { detailOr } from '../../lib/api/api-failure.ts';
import type { ToastWords } from '../../ui/overlays/toast-store.ts';
import type { BroadcastEvent, BroadcastState, CameraProblem, ChunkCounts } from './broadcast.ts';

const failure = (title: string, description: string): ToastWords => ({ title, description, tone: 'danger' });

export const MISSING_INFORMATION = failure('Missing Information', 'Please enter title and fan category');

export function cameraLine({ phase, chunks }: Pick<BroadcastState, 'phase' | 'chunks'>): string {
  if (phase === 'live') return `LIVE - ${uploaded(chunks)}`;
  if (phase === 'ending') return 'Your broadcast is over. What was recorded last is being uploaded.';
  return 'Position your fan in frame';
}

/** Always plural, as in the specification: "123 chunks uploaded". */
export const uploaded = ({ stored }: ChunkCounts): string => `${stored} chunks uploaded`;

/** Usually one chunk is being sent, which is not worth a message. */
const USUALLY_ON_THEIR_WAY = 1;

/** The upload state of a live broadcast. */
export function uploadLine({ chunks, network }: Pick<BroadcastState, 'chunks' | 'network'>): string {
  const waiting = waitingOf(chunks);
  if (network === 'waiting' && waiting > 0) return `${chunkCount(waiting)} waiting: the connection is slow`;
  return waiting > USUALLY_ON_THEIR_WAY ? `${chunkCount(waiting)} on their way` : 'All uploaded';
}

export const waitingOf = ({ recorded, stored }: ChunkCounts): number => Math.max(0, recorded - stored);

export const chunkCount = (count: number): string => `${count} ${count === 1 ? 'chunk' : 'chunks'}`;

export function toastFor(event: BroadcastEvent): ToastWords {
  switch (event.kind) {
    case 'camera-ready':
      return { title: 'Camera Ready', tone: 'success' };
    case 'camera-failed':
      return failure(
        event.problem === 'microphone' ? 'Microphone not available' : 'Camera Access Denied',
        CAMERA_TEXTS[event.problem],
      );
    case 'camera-lost':
      return failure(
        'Camera disconnected',
        event.endsBroadcast
          ? 'Your broadcast ends, as nothing is left to record.'
          : 'Your broadcast goes on with what is left.',
      );
    case 'page-paused':
      return failure(
        'Your broadcast was paused',
        `This page was paused for ${Math.round(event.ms / 1000)} seconds, in which viewers got nothing. Keep it open and in front while you are live.`,
      );
    case 'live':
      return { title: 'You are now LIVE!', tone: 'success' };
    case 'start-failed':
      return failure('Failed to Start Stream', detailOr(event.error, 'Could not start streaming'));
    case 'recording-failed':
      return failure('Recording Error', 'There was an issue with recording');
    case 'ended-elsewhere':
      return { title: 'Stream Ended', description: ENDED_TEXTS[event.by] };
    case 'ended':
      return { title: 'Stream Ended', description: endedText(event.chunks), tone: 'success' };
    case 'recovered':
      return { title: 'Upload finished', description: 'Your last broadcast is complete.', tone: 'success' };
    case 'recovery-failed':
      return failure(
        'Upload failed',
        detailOr(event.error, 'The rest of your broadcast could not be uploaded'),
      );
  }
}

export const explainsEnd = (event: BroadcastEvent): boolean =>
  event.kind === 'recording-failed' ||
  event.kind === 'ended-elsewhere' ||
  (event.kind === 'camera-lost' && event.endsBroadcast);

function endedText(chunks: ChunkCounts): string {
  const waiting = waitingOf(chunks);
  const rest = `${chunkCount(waiting)} ${waiting === 1 ? 'waits' : 'wait'} in this browser.`;
  return waiting === 0 ? uploaded(chunks) : `${uploaded(chunks)}. ${rest}`;
}

const CAMERA_TEXTS: Record<CameraProblem, string> = {
  denied: 'Please allow camera access to stream',
  none: 'This device has no camera that the browser can see',
  busy: 'Another program is using the camera',
  microphone: 'This browser cannot use that microphone. Choose another one, or connect it by cable.',
  unsupported: 'This browser cannot broadcast',
  insecure: 'Browsers allow the camera over https only',
};

const ENDED_TEXTS: Record<EndedBy, string> = {
  streamer: 'You ended it on another page.',
  'another broadcast': 'You went live somewhere else, which ended it.',
  silence: 'Nothing had arrived for a minute.',
  length: 'It had reached the longest time a broadcast may last.',
};
