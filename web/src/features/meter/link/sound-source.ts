import { listen } from '#web/lib/listen.ts';
import { routedSound } from '#web/lib/sound/routed-sound.ts';

export interface SoundSource {
  /** Passes on each stream of the sound, a new one after each restart, until the returned function is called. */
  readonly follow: (listener: SoundListener) => () => void;
}

interface SoundListener {
  readonly onSound: (media: MediaStream) => void;
  readonly onFailure: () => void;
}

/** Chromium only: Firefox's variant mutes the player while it is used, and Safari has none. */
interface Capturing extends HTMLVideoElement {
  captureStream?: () => MediaStream;
}

/** The sound of a player; null if the browser does not provide it, as with an iPhone's native HLS. */
export function playerSound(video: HTMLVideoElement): SoundSource | null {
  const capturing: Capturing = video;
  const capture = capturing.captureStream?.bind(capturing);
  if (capture) return { follow: (listener) => followCaptured(video, capture, listener) };
  return video.currentSrc.startsWith('blob:') ? routed(video) : null;
}

interface Captured {
  readonly media: MediaStream;
  followers: number;
}

/** Chromium provides the sound only to the last capture, so that all followers share one. */
const captured = new WeakMap<HTMLVideoElement, Captured>();

/** Captures independently of the player's volume (W3C Media Capture from DOM Elements §4). A reload adds new tracks. */
function followCaptured(
  video: HTMLVideoElement,
  capture: () => MediaStream,
  { onSound }: SoundListener,
): () => void {
  const shared = captured.get(video) ?? { media: capture(), followers: 0 };
  captured.set(video, shared);
  shared.followers += 1;
  const { media } = shared;
  const begin = () => {
    const tracks = media.getAudioTracks().filter(({ readyState }) => readyState === 'live');
    if (tracks.length > 0) onSound(new MediaStream(tracks));
  };
  begin();
  const end = listen(media, 'addtrack', begin);
  return () => {
    end();
    shared.followers -= 1;
    if (shared.followers > 0) return;
    captured.delete(video);
    for (const track of media.getTracks()) track.stop();
  };
}

const routed = (video: HTMLVideoElement): SoundSource => ({
  follow: ({ onSound, onFailure }) => {
    let isOver = false;
    routedSound(video).then(
      (media) => isOver || onSound(media),
      () => isOver || onFailure(),
    );
    return () => {
      isOver = true;
    };
  },
});

export const trackSound = (current: () => MediaStreamTrack | null): SoundSource => ({
  follow: ({ onSound, onFailure }) => {
    const track = current();
    if (track) onSound(new MediaStream([track]));
    else onFailure();
    return () => undefined;
  },
});
