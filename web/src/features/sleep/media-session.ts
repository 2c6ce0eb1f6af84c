/** What a locked screen shows, and what its buttons do (W3C Media Session). */
import { useEffect, useEffectEvent } from 'react';

export interface LockedScreen {
  readonly title: string;
  /** Whose it is, and how long it goes on. */
  readonly by: string;
  readonly pictureUrl: string | null;
  readonly isPaused: boolean;
  readonly onPlay: () => void;
  readonly onPause: () => void;
}

export function useLockedScreen({ title, by, pictureUrl, isPaused, onPlay, onPause }: LockedScreen): void {
  const play = useEffectEvent(onPlay);
  const pause = useEffectEvent(onPause);
  useEffect(() => {
    const { mediaSession } = navigator;
    mediaSession.setActionHandler('play', () => play());
    mediaSession.setActionHandler('pause', () => pause());
    return () => {
      for (const action of ['play', 'pause'] as const) mediaSession.setActionHandler(action, null);
      mediaSession.metadata = null;
      mediaSession.playbackState = 'none';
    };
  }, []);
  useEffect(() => {
    const artwork = pictureUrl ? [{ src: pictureUrl }] : [];
    navigator.mediaSession.metadata = new MediaMetadata({ title, artist: by, album: 'Sleep mode', artwork });
  }, [title, by, pictureUrl]);
  useEffect(() => {
    navigator.mediaSession.playbackState = isPaused ? 'paused' : 'playing';
  }, [isPaused]);
}
