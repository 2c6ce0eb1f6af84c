/** Requests a screen, a window or a tab with its sound (W3C Screen Capture). */
import { canRelayVideo } from '../video-relay.ts';

/** Fields that TypeScript does not know yet. */
interface DisplayOptions extends DisplayMediaStreamOptions {
  readonly systemAudio: 'include';
  readonly surfaceSwitching: 'include';
  readonly selfBrowserSurface: 'exclude';
}

/** Phones cannot share their screen, and only Chromium composes pictures in the background. */
export const canShareScreen = (): boolean =>
  canRelayVideo() && typeof navigator.mediaDevices?.getDisplayMedia === 'function';

/** Must be called by a click. `null` if the person chooses nothing. */
export async function requestScreen(): Promise<MediaStream | null> {
  const options: DisplayOptions = {
    video: { frameRate: 30 },
    audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
    systemAudio: 'include',
    surfaceSwitching: 'include',
    selfBrowserSurface: 'exclude',
  };
  const media = await navigator.mediaDevices.getDisplayMedia(options).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'NotAllowedError') return null;
    throw error;
  });
  // Keeps text legible rather than movement smooth.
  for (const track of media?.getVideoTracks() ?? []) track.contentHint = 'detail';
  return media;
}
