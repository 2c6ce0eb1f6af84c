/** What the camera sees, on the card of a broadcast that goes the direct way: nothing on the server looks into it. */
import type { BroadcasterPorts } from './broadcaster.ports.ts';

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
