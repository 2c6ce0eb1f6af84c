/** A video track of the shared screen with the camera in a corner (W3C mediacapture-transform, in Chromium). */
import { t } from '#web/lib/i18n/messages.ts';
import { createPictureTrack } from '../video-relay.ts';
import { pictureProcessor } from '../../direct/direct.ts';
import type { ScreenLayout } from '../../screen-layout.ts';

export type ToComposer =
  /** `notice` is drawn while no screen is shared. */
  | { readonly kind: 'start'; readonly pictures: WritableStream<VideoFrame>; readonly notice: string }
  | {
      readonly kind: 'source';
      readonly which: 'screen' | 'camera';
      readonly frames: ReadableStream<VideoFrame> | null;
    }
  | { readonly kind: 'layout'; readonly layout: ScreenLayout };

export type Composer = ReturnType<typeof createComposer>;

export function createComposer() {
  const track = createPictureTrack();
  const worker = new Worker(new URL('./composer.worker.ts', import.meta.url), { type: 'module' });
  const post = (message: ToComposer, transfer: Transferable[] = []) => worker.postMessage(message, transfer);
  const pictures = track.writable;
  post({ kind: 'start', pictures, notice: t('browserStream.screenEnded') }, [pictures]);
  return {
    track,
    show: (which: 'screen' | 'camera', source: MediaStreamTrack | null): void => {
      const Processor = pictureProcessor();
      const frames = source && Processor ? new Processor({ track: source, maxBufferSize: 2 }).readable : null;
      post({ kind: 'source', which, frames }, frames ? [frames] : []);
    },
    arrange: (layout: ScreenLayout): void => post({ kind: 'layout', layout }),
    close: (): void => {
      worker.terminate();
      track.stop();
    },
  };
}
