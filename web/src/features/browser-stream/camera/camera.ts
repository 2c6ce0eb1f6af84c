/** Camera and microphone, from permission to release: specification §9 (Camera). */
import type { BroadcastState } from '../broadcast.ts';
import { CameraFailure, devicesOf, looksAtUser } from './devices.ts';
import { askForBoth, askForCamera, askForMicrophone } from './media-request.ts';
import { createSound, type Sound } from './sound.ts';
import { canRelayVideo, createVideoRelay, type VideoRelay } from './video-relay.ts';

export type CameraView = Pick<
  BroadcastState,
  'media' | 'isMirrored' | 'cameras' | 'microphones' | 'cameraId' | 'microphoneId'
>;

export interface CameraListener {
  readonly onChange: (view: CameraView) => void;
  /** Unplugged, or taken away. */
  readonly onLost: (device: 'camera' | 'microphone') => void;
}

export interface Camera {
  readonly view: () => CameraView;
  /** Throws `CameraFailure`; the one before then stays. */
  readonly chooseCamera: (id: string) => Promise<void>;
  /** Throws `CameraFailure`; the one before then stays. */
  readonly chooseMicrophone: (id: string) => Promise<void>;
  readonly setMuted: (isMuted: boolean) => void;
  readonly level: () => number;
  /** Whether another camera can be chosen, and a lost one be missed, while this one is recorded. */
  readonly canChangeWhileRecording: boolean;
  /** What would be recorded now. */
  readonly sample: () => MediaStream;
  /** What is to be recorded; its tracks stay the same whatever is chosen. */
  readonly record: () => MediaStream;
  /** Releases everything. */
  readonly close: () => void;
}

/** Asks for camera and microphone. Throws `CameraFailure`. */
export async function openCamera(listener: CameraListener): Promise<Camera> {
  if (!window.isSecureContext) throw new CameraFailure('insecure');
  if (!navigator.mediaDevices?.getUserMedia) throw new CameraFailure('unsupported');
  const media = await askForBoth();
  try {
    return createCamera(media, createSound(), listener);
  } catch (cause) {
    for (const track of media.getTracks()) track.stop();
    throw new CameraFailure('unsupported', cause);
  }
}

function createCamera(media: MediaStream, sound: Sound, { onChange, onLost }: CameraListener): Camera {
  const closing = new AbortController();
  const { signal } = closing;
  let video: MediaStreamTrack | null = null;
  let audio: MediaStreamTrack | null = null;
  let preview: MediaStream | null = null;
  let devices: readonly MediaDeviceInfo[] = [];
  let relay: VideoRelay | null = null;
  let last = Promise.resolve();

  const view = (): CameraView => ({
    media: preview,
    isMirrored: video !== null && looksAtUser(video.getSettings().facingMode, video.label),
    cameras: devicesOf('videoinput', devices),
    microphones: devicesOf('audioinput', devices),
    cameraId: video?.getSettings().deviceId ?? null,
    microphoneId: audio?.getSettings().deviceId ?? null,
  });
  const notify = () => {
    if (!signal.aborted) onChange(view());
  };
  const look = async () => {
    devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
    notify();
  };

  const useVideo = (track: MediaStreamTrack | null) => {
    video = track;
    preview = track && new MediaStream([track]);
    if (track) relay?.show(track);
    track?.addEventListener('ended', () => video === track && lose('camera'), { signal });
    notify();
  };
  const useAudio = (track: MediaStreamTrack | null) => {
    audio = track;
    sound.hear(track);
    track?.addEventListener('ended', () => audio === track && lose('microphone'), { signal });
    notify();
  };
  const lose = (device: 'camera' | 'microphone') => {
    if (device === 'camera') useVideo(null);
    else useAudio(null);
    onLost(device);
  };

  const switchTo = async (id: string) => {
    const track = await askForCamera(id);
    if (signal.aborted) track?.stop();
    else useVideo(track);
  };
  const changeCamera = async (id: string) => {
    const before = view().cameraId;
    // Phones open one camera at a time.
    video?.stop();
    await switchTo(id).catch(async (error: unknown) => {
      if (before !== null) await switchTo(before).catch(() => lose('camera'));
      throw error;
    });
  };
  const changeMicrophone = async (id: string) => {
    const track = await askForMicrophone(id);
    if (signal.aborted) return track?.stop();
    audio?.stop();
    useAudio(track);
  };
  /** One choice after the other, or the last to be ready would win. */
  const inTurn = (change: () => Promise<void>): Promise<void> => {
    const turn = last.then(() => (signal.aborted ? undefined : change()));
    last = turn.catch(() => {});
    return turn;
  };

  navigator.mediaDevices.addEventListener('devicechange', () => void look(), { signal });
  useVideo(media.getVideoTracks()[0] ?? null);
  useAudio(media.getAudioTracks()[0] ?? null);
  sound.wake();
  void look();

  return {
    view,
    chooseCamera: (id) => inTurn(() => changeCamera(id)),
    chooseMicrophone: (id) => inTurn(() => changeMicrophone(id)),
    setMuted: sound.setMuted,
    level: sound.level,
    canChangeWhileRecording: canRelayVideo(),
    sample: () => new MediaStream(video ? [video, sound.track] : [sound.track]),
    record: () => {
      sound.wake();
      if (canRelayVideo()) relay = createVideoRelay();
      if (relay && video) relay.show(video);
      const picture = relay?.track ?? video;
      return new MediaStream(picture ? [picture, sound.track] : [sound.track]);
    },
    close: () => {
      closing.abort();
      relay?.close();
      sound.close();
      video?.stop();
      audio?.stop();
    },
  };
}
