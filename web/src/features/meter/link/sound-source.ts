/** Where a meter hears from. */
import { listen } from '../../../lib/listen.ts';
import { routedSound } from '../../../lib/sound/routed-sound.ts';

export interface SoundSource {
  /** Answers each stream of the sound, another one whenever it begins anew, until the answer is called. */
  readonly follow: (listener: SoundListener) => () => void;
}

interface SoundListener {
  readonly onSound: (media: MediaStream) => void;
  readonly onFailure: () => void;
}

/** Chromium has it; Firefox's of another name silences the player for as long as it is used, and Safari has none. */
interface Capturing extends HTMLVideoElement {
  captureStream?: () => MediaStream;
}

/** The sound of a player. Null where the browser does not hand it out: an iPhone's own HLS. */
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

/** Chromium gives the sound to whoever has asked for it last: all who want it share one. */
const captured = new WeakMap<HTMLVideoElement, Captured>();

/** Whatever the player's volume (W3C Media Capture from DOM Elements §4); new tracks come where it loads anew. */
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

/** A track that stays the same for as long as it is followed, such as that of a microphone. */
export const trackSound = (current: () => MediaStreamTrack | null): SoundSource => ({
  follow: ({ onSound, onFailure }) => {
    const track = current();
    if (track) onSound(new MediaStream([track]));
    else onFailure();
    return () => undefined;
  },
});
