/** Camera and microphone of this device: specification §9 (Camera). */
import type { BroadcastState } from '../broadcast.ts';
import { isNotSupported } from '#web/lib/sound/context-for.ts';
import {
  requestBoth,
  requestCamera,
  requestMicrophone,
  CameraFailure,
  devicesOf,
  facesUser,
} from './devices.ts';
import { createDeviceTrack, type DeviceTrack } from './device-track.ts';
import { createScreenPicture, type ScreenPicture } from './screen/shared-screen.ts';
import { requestScreen } from './screen/display.ts';
import type { ScreenLayout } from '../screen-layout.ts';
import { createSound, type Sound } from './sound.ts';
import { canRelayVideo, createVideoRelay, type VideoRelay } from './video-relay.ts';

type CameraView = Pick<
  BroadcastState,
  'media' | 'isMirrored' | 'cameras' | 'microphones' | 'cameraId' | 'microphoneId' | 'paused' | 'screen'
>;

export interface CameraListener {
  readonly onChange: (view: CameraView) => void;
  readonly onLost: (device: 'camera' | 'microphone') => void;
  /** The person has ended the sharing of the screen by the browser's own button. */
  readonly onScreenEnded: () => void;
}

export type Camera = Pick<DeviceCamera, keyof DeviceCamera>;

export async function openCamera(listener: CameraListener): Promise<Camera> {
  if (!window.isSecureContext) throw new CameraFailure('insecure');
  if (!navigator.mediaDevices?.getUserMedia) throw new CameraFailure('unsupported');
  return openDevices(await requestBoth(), listener);
}

/** Stops the tracks if that fails. Throws `CameraFailure`. */
function openDevices(media: MediaStream, listener: CameraListener): DeviceCamera {
  let sound: Sound | null = null;
  try {
    sound = createSound(media.getAudioTracks()[0] ?? null);
    return new DeviceCamera(media, sound, listener);
  } catch (cause) {
    sound?.close();
    stopAll(media);
    throw new CameraFailure(isNotSupported(cause) ? 'microphone' : 'unsupported', cause);
  }
}

const stopAll = (media: MediaStream): void => media.getTracks().forEach((track) => track.stop());

/** Opens the shared screen without a camera, with the microphone if there is one. `null` if the person chooses nothing. */
export async function openScreen(listener: CameraListener): Promise<Camera | null> {
  // First, because browsers allow it only right after the click.
  const screen = await requestScreen();
  if (!screen) return null;
  const microphone = await requestMicrophone().catch(() => null);
  if (hasEnded(screen)) {
    microphone?.stop();
    stopAll(screen);
    return null;
  }
  let opened: DeviceCamera | null = null;
  try {
    opened = openDevices(new MediaStream(microphone ? [microphone] : []), listener);
    opened.useScreen(screen);
    return opened;
  } catch (error) {
    opened?.close();
    stopAll(screen);
    throw error;
  }
}

/** The sharing was ended while the browser asked for the microphone. */
const hasEnded = (screen: MediaStream): boolean =>
  screen.getVideoTracks().every(({ readyState }) => readyState === 'ended');

class DeviceCamera {
  #sound: Sound;
  #isMuted = false;
  #isRecorded = false;
  readonly #listener: CameraListener;
  readonly #closing = new AbortController();
  readonly #video: DeviceTrack;
  readonly #audio: DeviceTrack;
  #preview: MediaStream | null = null;
  #devices: readonly MediaDeviceInfo[] = [];
  #relay: VideoRelay | null = null;
  #screen: ScreenPicture | null = null;
  #last = Promise.resolve();

  /** Whether the camera can change or disappear while it is recorded. */
  readonly canChangeWhileRecording = canRelayVideo();

  constructor(media: MediaStream, sound: Sound, listener: CameraListener) {
    this.#sound = sound;
    this.#listener = listener;
    const { signal } = this.#closing;
    navigator.mediaDevices.addEventListener('devicechange', () => void this.#refreshDevices(), { signal });
    const trackOf = (device: 'camera' | 'microphone', onUse: (track: MediaStreamTrack | null) => void) =>
      createDeviceTrack({
        closing: signal,
        onUse,
        onLost: () => listener.onLost(device),
        onPaused: () => this.#notify(),
      });
    this.#video = trackOf('camera', this.#showVideo);
    this.#audio = trackOf('microphone', this.#useAudio);
    this.#video.use(media.getVideoTracks()[0] ?? null);
    this.#audio.use(media.getAudioTracks()[0] ?? null);
    sound.wake();
    void this.#refreshDevices();
  }

  view(): CameraView {
    const video = this.#video.current;
    return {
      media: this.#preview,
      isMirrored: Boolean(!this.#screen && video && facesUser(video.getSettings().facingMode, video.label)),
      screen: this.#screen?.view() ?? null,
      cameras: devicesOf('videoinput', this.#devices),
      microphones: devicesOf('audioinput', this.#devices),
      cameraId: this.#video.deviceId(),
      microphoneId: this.#audio.deviceId(),
      paused: { camera: this.#video.isPaused(), microphone: this.#audio.isPaused() },
    };
  }

  /** Throws `CameraFailure`; the previous device then stays. */
  chooseCamera(id: string): Promise<void> {
    return this.#enqueue(() => this.#changeCamera(id));
  }

  /** Throws `CameraFailure`; the previous device then stays. */
  chooseMicrophone(id: string): Promise<void> {
    return this.#enqueue(async () => this.#audio.replace(await requestMicrophone(id)));
  }

  setMuted(isMuted: boolean): void {
    this.#isMuted = isMuted;
    this.#sound.setMuted(isMuted);
  }

  level(): number {
    return this.#sound.level();
  }

  /** Shares a screen, or another one. Must be called by a click. Throws where the browser cannot. */
  async shareScreen(): Promise<void> {
    const media = await requestScreen();
    if (media) this.useScreen(media);
  }

  useScreen(media: MediaStream): void {
    if (this.#closing.signal.aborted) return stopAll(media);
    this.#screen ??= createScreenPicture(() => this.#sound.screen, this.#screenEnded);
    this.#screen.show(media);
    this.#screen.showCamera(this.#video.current);
    this.#showPicture();
  }

  /** Shows the camera alone again; without one, a notice. */
  stopScreen(): void {
    if (this.#video.current) {
      this.#screen?.close();
      this.#screen = null;
    } else this.#screen?.stop();
    this.#showPicture();
  }

  arrangeScreen(layout: ScreenLayout): void {
    this.#screen?.arrange(layout);
    this.#notify();
  }

  setScreenMuted(isMuted: boolean): void {
    this.#screen?.setMuted(isMuted);
    this.#notify();
  }

  screenLevel(): number {
    return this.#sound.screen.level();
  }

  sample(): MediaStream {
    return this.#withSound(this.#picture());
  }

  /** The stream to record; its tracks stay the same when devices change. */
  record(): MediaStream {
    this.#isRecorded = true;
    this.#sound.wake();
    if (this.canChangeWhileRecording) this.#relay = createVideoRelay();
    const picture = this.#picture();
    if (picture) this.#relay?.show(picture);
    return this.#withSound(this.#relay?.track ?? picture);
  }

  close(): void {
    this.#closing.abort();
    this.#screen?.close();
    this.#sound.close();
    this.#audio.current?.stop();
    void this.#stopVideo();
  }

  async #stopVideo(): Promise<void> {
    const camera = this.#video.current;
    if (this.#relay) await this.#relay.close();
    camera?.stop();
  }

  #withSound(picture: MediaStreamTrack | null): MediaStream {
    return new MediaStream(picture ? [picture, this.#sound.track] : [this.#sound.track]);
  }

  async #refreshDevices(): Promise<void> {
    this.#devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
    this.#notify();
  }

  #notify(): void {
    if (!this.#closing.signal.aborted) this.#listener.onChange(this.view());
  }

  readonly #showVideo = (track: MediaStreamTrack | null): void => {
    this.#screen?.showCamera(track);
    if (!this.#screen) this.#showPicture();
    this.#notify();
  };

  readonly #screenEnded = (): void => {
    this.stopScreen();
    this.#listener.onScreenEnded();
  };

  #picture(): MediaStreamTrack | null {
    return this.#screen?.track ?? this.#video.current;
  }

  #showPicture(): void {
    const picture = this.#picture();
    this.#preview = picture && new MediaStream([picture]);
    if (picture) this.#relay?.show(picture);
    this.#notify();
  }

  readonly #useAudio = (track: MediaStreamTrack | null): void => {
    try {
      this.#sound.setMicrophone(track);
    } catch (error) {
      // A running recording needs the same sound track, and so the same audio context.
      if (this.#isRecorded || !isNotSupported(error)) throw new CameraFailure('microphone', error);
      this.#replaceSound(track);
    }
    this.#notify();
  };

  #replaceSound(track: MediaStreamTrack | null): void {
    const sound = createSound(track);
    sound.setMicrophone(track);
    sound.setMuted(this.#isMuted);
    sound.wake();
    this.#sound.close();
    this.#sound = sound;
  }

  async #changeCamera(id: string): Promise<void> {
    const before = this.#video.deviceId();
    const open = async (device: string) => this.#video.replace(await requestCamera(device));
    // Phones can open only one camera at a time.
    this.#video.current?.stop();
    await open(id).catch(async (error: unknown) => {
      if (before !== null) await open(before).catch(() => this.#video.lose());
      throw error;
    });
  }

  /** Runs changes one after the other, because otherwise the last to finish would win. */
  #enqueue(change: () => Promise<void>): Promise<void> {
    const done = this.#last.then(() => (this.#closing.signal.aborted ? undefined : change()));
    this.#last = done.catch(() => {});
    return done;
  }
}
