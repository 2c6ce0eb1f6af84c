/** The state of a video element and the commands of its viewer, through media-chrome's store, which hides browser differences. */
import {
  createMediaStore,
  type MediaState as StoreState,
} from 'media-chrome/dist/media-store/media-store.js';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Steering } from '#web/lib/player-stage.ts';
import { chooseSetting } from '#web/lib/hooks/browser-hooks.ts';
import { readText } from '#web/lib/kept.ts';
import { keepSound } from '../engine/preferences.ts';
import { FULL_CHAT, fullScreenElement } from './full-screen.ts';

/** Empty until the store has read the element. `…Unavailable` is a reason, where the browser does not support it. */
export type MediaState = Partial<StoreState>;

type Toggle = 'fullscreen' | 'pip';
type Action = 'play' | 'pause' | 'mute' | 'unmute' | 'volume' | 'seek' | `${'enter' | 'exit'}${Toggle}`;

export interface Media {
  readonly subscribe: (listener: () => void) => () => void;
  readonly state: () => MediaState;
  readonly request: (type: `media${Action}request`, detail?: number) => void;
}

const OPTIONS = {
  // The playback itself decides where a live stream resumes.
  noAutoSeekToLive: true,
  // Live starts muted (specification §2), even if the viewer had the sound on before.
  noMutedPref: true,
  noVolumePref: true,
};

/** The store of a video element in the frame of its player. */
export function useMediaOf(video: HTMLVideoElement, frame: HTMLElement): Media {
  const [{ store, media }] = useState(() => {
    const store = createMediaStore({ options: OPTIONS });
    const media: Media = {
      subscribe: (listener) => store.subscribe(listener),
      state: () => store.getState(),
      request: (type, detail) => store.dispatch({ type, detail }),
    };
    return { store, media };
  });
  useEffect(() => {
    const watch = (video?: HTMLVideoElement, frame?: HTMLElement, page?: Document) => {
      store.dispatch({ type: 'mediaelementchangerequest', detail: video });
      store.dispatch({ type: 'fullscreenelementchangerequest', detail: frame });
      store.dispatch({ type: 'documentelementchangerequest', detail: page });
    };
    watch(video, fullScreenElement(frame), document);
    // The store listens to the element until it gets another one.
    return () => watch();
  }, [store, video, frame]);
  return media;
}

/** A part of the state. `select` returns a primitive, or an object of the state itself. */
export const useMedia = <T>(media: Media, select: (state: MediaState) => T): T =>
  useSyncExternalStore(media.subscribe, () => select(media.state()));

/** The setting of the large player; `web/public/theme.js` applies it. */
export const THEATER = 'theater';

/** Whether the page of a player has room for the large one: the variant `theater` of `ui/theme.css`. */
export const hasTheater = (frame: HTMLElement): boolean =>
  frame.closest('[data-theater-page]') !== null && window.matchMedia('(width >= 64rem)').matches;

/** Whether the video or the live stream has captions: `CaptionsView` is in the player. */
export const hasCaptions = (frame: HTMLElement): boolean => frame.querySelector('[data-captions]') !== null;

export const RATES = [0.5, 0.75, 1, 1.25, 1.5, 2] as const;

export type Commands = ReturnType<typeof createCommands>;

export interface ControlProps {
  readonly media: Media;
  readonly commands: Commands;
}

/** The commands of one playback, by button, key or touch. Live streams have no rate, and seek through `steering`. */
export function createCommands(
  media: Media,
  video: HTMLVideoElement,
  steering: Steering | null,
  { keepsSound = true }: { readonly keepsSound?: boolean } = {},
) {
  const { state, request } = media;
  const seekTo = (seconds: number) => {
    const endS = state().mediaDuration ?? 0;
    request('mediaseekrequest', Math.min(Math.max(0, seconds), endS));
  };
  const setVolume = (wanted: number) => {
    const volume = Math.min(Math.max(0, wanted), 1);
    request('mediavolumerequest', volume);
    if (keepsSound) keepSound({ volume, isMuted: false });
  };
  return {
    togglePlay: () => request(state().mediaPaused ? 'mediaplayrequest' : 'mediapauserequest'),
    toggleMute: () => {
      const isMuted = !isSilent(state());
      request(isMuted ? 'mediamuterequest' : 'mediaunmuterequest');
      if (keepsSound) keepSound({ isMuted });
    },
    /** From 0 to 1; above 0 it also unmutes. */
    setVolume,
    /** Returns the new volume. */
    changeVolume: (change: number) => {
      // Reads the element, because the store lags behind keys that are pressed in quick succession.
      setVolume(video.volume + change);
      return video.volume;
    },
    seekTo,
    seekBy: (seconds: number) => {
      if (steering?.live) steering.live.seekBy(seconds);
      else seekTo((state().mediaCurrentTime ?? 0) + seconds);
    },
    setRate: (rate: number) => {
      // Sets the default too, because a playback that is attached again starts with it.
      video.defaultPlaybackRate = rate;
      video.playbackRate = rate;
    },
    toggleFullscreen: () =>
      request(state().mediaIsFullscreen ? 'mediaexitfullscreenrequest' : 'mediaenterfullscreenrequest'),
    /** Makes the player of a page as large as the window, or as it was. */
    toggleTheater: () => chooseSetting(THEATER, readText('localStorage', THEATER) === null ? 'on' : null),
    /** Shows or hides the chat beside the player in full screen. */
    toggleChat: () => chooseSetting(FULL_CHAT, readText('localStorage', FULL_CHAT) === null ? 'off' : null),
    togglePip: () => request(state().mediaIsPip ? 'mediaexitpiprequest' : 'mediaenterpiprequest'),
  };
}

export const isSilent = ({ mediaMuted, mediaVolume }: ReturnType<Media['state']>): boolean =>
  mediaMuted === true || mediaVolume === 0;

/** The next rate in a direction; the same rate at either end. */
export function rateBeside(rate: number, step: 1 | -1): number {
  const at = RATES.findIndex((other) => other >= rate);
  return RATES[Math.min(Math.max(0, at + step), RATES.length - 1)] ?? rate;
}
