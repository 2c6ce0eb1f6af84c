/** Asks the browser for camera and microphone: specification §9 (Camera). Each throws `CameraFailure`. */
import { CAMERA_HEIGHT_PX, CAMERA_WIDTH_PX } from '../../../../../shared/limits.ts';
import { CameraFailure, problemOf } from './devices.ts';

const SIZE = { width: { ideal: CAMERA_WIDTH_PX }, height: { ideal: CAMERA_HEIGHT_PX } };

/** The sound as it is: what calls take for noise is what people who love fans come for. */
const SOUND = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };

/** Both; or the camera alone where there is no microphone. */
export async function askForBoth(): Promise<MediaStream> {
  const video = { ...SIZE, facingMode: { ideal: 'environment' } };
  return ask({ video, audio: SOUND }).catch((error: unknown) => {
    if (problemOf(error) !== 'none') throw error;
    return ask({ video });
  });
}

/** A camera that was chosen; `null` where the browser gives no picture. */
export const askForCamera = async (id: string): Promise<MediaStreamTrack | null> =>
  (await ask({ video: { ...SIZE, deviceId: { exact: id } } })).getVideoTracks()[0] ?? null;

/** A microphone that was chosen; `null` where the browser gives no sound. */
export const askForMicrophone = async (id: string): Promise<MediaStreamTrack | null> =>
  (await ask({ audio: { ...SOUND, deviceId: { exact: id } } })).getAudioTracks()[0] ?? null;

const ask = (wanted: MediaStreamConstraints): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia(wanted).catch((cause: unknown) => {
    throw new CameraFailure(problemOf(cause), cause);
  });
