/** What a viewer can do with a playback, by button, key or touch. */
import type { Media } from './media.ts';
import type { Steering } from '../engine/steering.ts';

export const RATES = [0.5, 0.75, 1, 1.25, 1.5, 2] as const;

export type Commands = ReturnType<typeof createCommands>;

/** What a control needs to show how a playback is, and to change it. */
export interface ControlProps {
  readonly media: Media;
  readonly commands: Commands;
}

/** The commands of one playback. Live streams have no rate, and a time that their steering knows. */
export function createCommands(media: Media, video: HTMLVideoElement, steering: Steering | null) {
  const { state, ask } = media;
  const seekTo = (seconds: number) => {
    const endS = state().mediaDuration ?? 0;
    ask('mediaseekrequest', Math.min(Math.max(0, seconds), endS));
  };
  const setVolume = (volume: number) => ask('mediavolumerequest', Math.min(Math.max(0, volume), 1));
  return {
    togglePlay: () => ask(state().mediaPaused ? 'mediaplayrequest' : 'mediapauserequest'),
    toggleMute: () => ask(isSilent(state()) ? 'mediaunmuterequest' : 'mediamuterequest'),
    /** From 0 to 1; above 0 it also unmutes. */
    setVolume,
    /** Answers the volume that comes of it. */
    changeVolume: (change: number) => {
      // The element's own: of keys in quick succession the store has not heard yet.
      setVolume(video.volume + change);
      return video.volume;
    },
    seekTo,
    seekBy: (seconds: number) => {
      if (steering?.live) steering.live.seekBy(seconds);
      else seekTo((state().mediaCurrentTime ?? 0) + seconds);
    },
    setRate: (rate: number) => {
      // The default too: it is what a playback that is attached anew begins with.
      video.defaultPlaybackRate = rate;
      video.playbackRate = rate;
    },
    toggleFullscreen: () =>
      ask(state().mediaIsFullscreen ? 'mediaexitfullscreenrequest' : 'mediaenterfullscreenrequest'),
    togglePip: () => ask(state().mediaIsPip ? 'mediaexitpiprequest' : 'mediaenterpiprequest'),
  };
}

export const isSilent = ({ mediaMuted, mediaVolume }: ReturnType<Media['state']>): boolean =>
  mediaMuted === true || mediaVolume === 0;

/** The next rate in a direction; the same at the end of the row. */
export function rateBeside(rate: number, step: 1 | -1): number {
  const at = RATES.findIndex((other) => other >= rate);
  return RATES[Math.min(Math.max(0, at + step), RATES.length - 1)] ?? rate;
}
