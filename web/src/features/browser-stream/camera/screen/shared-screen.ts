/** The shared screen of a broadcast: its tracks, its sound and its place in the composed picture. */
import type { SharedScreen } from '../../broadcast.ts';
import type { Sound } from '../sound.ts';
import { createComposer } from './composer.ts';
import { FIRST_LAYOUT, type ScreenLayout } from '../../screen-layout.ts';

export type ScreenPicture = ReturnType<typeof createScreenPicture>;

/** `onEnded`: the person has ended it by the browser's own button. */
export function createScreenPicture(sound: () => Sound['screen'], onEnded: () => void) {
  const composer = createComposer();
  let media: MediaStream | null = null;
  let isMuted = false;
  let layout = FIRST_LAYOUT;

  const drop = () => {
    const dropped = media;
    media = null;
    for (const track of dropped?.getTracks() ?? []) track.stop();
    sound().use(null);
    composer.show('screen', null);
  };
  return {
    /** The composed picture. */
    track: composer.track,
    show: (next: MediaStream): void => {
      drop();
      media = next;
      const [picture] = next.getVideoTracks();
      picture?.addEventListener('ended', () => {
        if (media !== next) return;
        drop();
        onEnded();
      });
      composer.show('screen', picture ?? null);
      sound().use(next.getAudioTracks()[0] ?? null);
    },
    /** Viewers then see a notice, and the camera if there is one. */
    stop: drop,
    showCamera: (camera: MediaStreamTrack | null): void => composer.show('camera', camera),
    arrange: (next: ScreenLayout): void => {
      layout = next;
      composer.arrange(next);
    },
    setMuted: (muted: boolean): void => {
      isMuted = muted;
      sound().setMuted(muted);
    },
    view: (): SharedScreen => ({
      isShared: media !== null,
      hasSound: (media?.getAudioTracks().length ?? 0) > 0,
      isMuted,
      layout,
    }),
    close: (): void => {
      drop();
      composer.close();
    },
  };
}
