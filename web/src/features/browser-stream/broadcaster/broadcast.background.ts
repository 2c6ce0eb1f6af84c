/** What runs beside the recording of a live broadcast. */
import type { EndedBy } from '../../../../../shared/live/browser-stream.ts';
import type { BroadcasterPorts } from './broadcaster.ports.ts';

/** How often it is asked. */
const POLL_EVERY_MS = 15_000;

/** Asks now and then, until `signal`: after a long silence chunks are taken still, but nobody watches any more. */
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

const PAUSE_CHECK_EVERY_MS = 1_000;
/** Browsers let a hidden page's clock go by the second. */
const PAUSED_MS = 8_000;

/** Reports, until `signal`, each time that the page stood still, once it goes on. */
export async function watchForPauses(
  { sleep, clockMs }: Pick<BroadcasterPorts, 'sleep' | 'clockMs'>,
  signal: AbortSignal,
  onPaused: (ms: number) => void,
): Promise<void> {
  while (!signal.aborted) {
    const beforeMs = clockMs();
    await sleep(PAUSE_CHECK_EVERY_MS, signal).catch(() => {});
    const ms = clockMs() - beforeMs - PAUSE_CHECK_EVERY_MS;
    if (ms > PAUSED_MS && !signal.aborted) onPaused(ms);
  }
}

/** A card's picture is good for about a minute. */
const PICTURE_EVERY_MS = 50_000;

type PicturePorts = Pick<BroadcasterPorts, 'takePicture' | 'putPicture' | 'sleep' | 'log'>;

/** Sends one now and one now and then, until `signal`. `media` answers what the camera shows. */
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
