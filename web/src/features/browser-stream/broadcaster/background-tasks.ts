import type { EndedBy } from '#shared/live/browser-stream.ts';
import type { BroadcasterPorts } from './broadcaster-ports.ts';

const POLL_EVERY_MS = 15_000;

/** Polls until `signal`, because after a long silence the server ends a broadcast although it still accepts chunks. */
export async function watchForEnd(
  streamId: string,
  ports: Pick<BroadcasterPorts, 'fetchBroadcast' | 'sleep'>,
  signal: AbortSignal,
  onEnded: (by: EndedBy | null) => void,
): Promise<void> {
  while (!signal.aborted) {
    await ports.sleep(POLL_EVERY_MS, signal).catch(() => {});
    if (signal.aborted) return;
    const found = await ports.fetchBroadcast(streamId).catch(() => null);
    if (found && found.status !== 'live' && !signal.aborted) return onEnded(found.ended_by);
  }
}

/** A page has as many beats of `onBeat` at least. */
const BEAT_EVERY_MS = 1_000;
const PAUSED_MS = 8_000;

/** Reports each pause once the page resumes, until `signal`. */
export function watchForPauses(
  { onBeat, clockMs }: Pick<BroadcasterPorts, 'onBeat' | 'clockMs'>,
  signal: AbortSignal,
  onPaused: (ms: number) => void,
): void {
  let beforeMs = clockMs();
  const stop = onBeat(() => {
    const nowMs = clockMs();
    const ms = nowMs - beforeMs - BEAT_EVERY_MS;
    beforeMs = nowMs;
    if (ms > PAUSED_MS) onPaused(ms);
  });
  signal.addEventListener('abort', stop);
}

/** A card's picture is replaced about once a minute. */
const PICTURE_EVERY_MS = 50_000;

type PicturePorts = Pick<BroadcasterPorts, 'takePicture' | 'putPicture' | 'sleep' | 'log'>;

/** Sends a picture at once and then regularly, until `signal`. */
export async function sendPictures(
  streamId: string,
  ports: PicturePorts,
  media: () => MediaStream | null,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await sendPicture(streamId, ports, media(), signal).catch((error: unknown) => {
      if (!signal.aborted) ports.log('Error sending a picture', error);
    });
    await ports.sleep(PICTURE_EVERY_MS, signal).catch(() => {});
  }
}

async function sendPicture(
  streamId: string,
  ports: PicturePorts,
  media: MediaStream | null,
  signal: AbortSignal,
): Promise<void> {
  if (media) await ports.putPicture(streamId, await ports.takePicture(media), signal);
}
