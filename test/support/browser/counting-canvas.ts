import type { CameraShape } from '../media/fake-camera.ts';

/** Playwright's and Puppeteer's function, which have different names. */
type RunsBefore = (
  run: (shape: { readonly widthPx: number; readonly heightPx: number; readonly cellPx: number }) => void,
  shape: { readonly widthPx: number; readonly heightPx: number; readonly cellPx: number },
) => Promise<unknown>;

/**
 * Replaces the camera of the next pages with a canvas that counts frames, in the cells that `watchFrames` reads. The
 * microphone is not changed.
 */
export async function countInPlaceOfCamera(
  beforePage: RunsBefore,
  { size, cellPx }: CameraShape,
): Promise<void> {
  const [widthPx = 0, heightPx = 0] = size.split('x').map(Number);
  await beforePage(
    ({ widthPx, heightPx, cellPx }) => {
      const [bits, perRow, everyMs] = [16, 8, 33];
      // Missing in blank pages.
      const devices = navigator.mediaDevices as MediaDevices | undefined;
      const ask = devices?.getUserMedia.bind(devices);
      if (!devices || !ask) return;
      devices.getUserMedia = async (wanted) => {
        const media = await ask(wanted);
        const canvas = Object.assign(document.createElement('canvas'), { width: widthPx, height: heightPx });
        const context = canvas.getContext('2d')!;
        let counter = 0;
        setInterval(() => {
          counter += 1;
          for (let cell = 0; cell < bits + 2; cell += 1) {
            const isWhite = cell < bits ? (counter >> cell) & 1 : cell === bits;
            context.fillStyle = isWhite ? '#fff' : '#000';
            context.fillRect((cell % perRow) * cellPx, Math.floor(cell / perRow) * cellPx, cellPx, cellPx);
          }
        }, everyMs);
        for (const camera of media.getVideoTracks()) {
          camera.stop();
          media.removeTrack(camera);
        }
        for (const track of canvas.captureStream().getVideoTracks()) media.addTrack(track);
        return media;
      };
    },
    { widthPx, heightPx, cellPx },
  );
}
