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
  if (capture) return { follow: (listener) => followCaptured(capture(), listener) };
  return video.currentSrc.startsWith('blob:') ? routed(video) : null;
}

/** Whatever the player's volume (W3C Media Capture from DOM Elements §4); new tracks come where it loads anew. */
function followCaptured(media: MediaStream, { onSound }: SoundListener): () => void {
  const begin = () => {
    const tracks = media.getAudioTracks().filter(({ readyState }) => readyState === 'live');
    if (tracks.length > 0) onSound(new MediaStream(tracks));
  };
  begin();
  const end = listen(media, 'addtrack', begin);
  return () => {
    end();
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

/** A track that stays the same, such as that of a microphone. */
export const trackSound = (track: MediaStreamTrack): SoundSource => ({
  follow: ({ onSound }) => {
    onSound(new MediaStream([track]));
    return () => undefined;
  },
});
