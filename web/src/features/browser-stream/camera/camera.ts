/** Camera and microphone of this device: specification §9 (Camera). */
import type { BroadcastState } from '../broadcast.ts';
import { isNotSupported } from '../../../lib/sound/context-for.ts';
import {
  requestBoth,
  requestCamera,
  requestMicrophone,
  CameraFailure,
  devicesOf,
  facesUser,
} from './devices.ts';
import { createDeviceTrack, type DeviceTrack } from './device-track.ts';
import { createSound, type Sound } from './sound.ts';
import { canRelayVideo, createVideoRelay, type VideoRelay } from './video-relay.ts';

type CameraView = Pick<
  BroadcastState,
  'media' | 'isMirrored' | 'cameras' | 'microphones' | 'cameraId' | 'microphoneId' | 'paused'
>;

export interface CameraListener {
  readonly onChange: (view: CameraView) => void;
  readonly onLost: (device: 'camera' | 'microphone') => void;
}

export type Camera = Pick<DeviceCamera, keyof DeviceCamera>;

export async function openCamera(listener: CameraListener): Promise<Camera> {
  if (!window.isSecureContext) throw new CameraFailure('insecure');
  if (!navigator.mediaDevices?.getUserMedia) throw new CameraFailure('unsupported');
  const media = await requestBoth();
  try {
    return new DeviceCamera(media, createSound(media.getAudioTracks()[0] ?? null), listener);
  } catch (cause) {
    for (const track of media.getTracks()) track.stop();
    throw new CameraFailure(isNotSupported(cause) ? 'microphone' : 'unsupported', cause);
  }
}

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
      isMirrored: Boolean(video && facesUser(video.getSettings().facingMode, video.label)),
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

  sample(): MediaStream {
    return this.#withSound(this.#video.current);
  }

  /** The stream to record; its tracks stay the same when devices change. */
  record(): MediaStream {
    this.#isRecorded = true;
    this.#sound.wake();
    if (this.canChangeWhileRecording) this.#relay = createVideoRelay();
    if (this.#video.current) this.#relay?.show(this.#video.current);
    return this.#withSound(this.#relay?.track ?? this.#video.current);
  }

  close(): void {
    this.#closing.abort();
    this.#relay?.close();
    this.#sound.close();
    this.#video.current?.stop();
    this.#audio.current?.stop();
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
    this.#preview = track && new MediaStream([track]);
    if (track) this.#relay?.show(track);
    this.#notify();
  };

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
