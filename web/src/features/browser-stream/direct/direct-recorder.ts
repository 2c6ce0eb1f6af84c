/** Records a camera as segments that viewers can have as they are: H.264 and AAC, made by this device. */
import { SEGMENT_MS } from '../../../../../shared/limits.ts';
import { tapSound } from '../../../lib/sound/sound-tap.ts';
import { grabPictures, pipePictures } from './capture/pictures.ts';
import { findCodec } from './encode/codec.ts';
import type { DirectRecorder, DirectRecorderListener } from './direct.ts';
import { createRecordingWorker } from './recording/recording.page.ts';

export type { DirectQuality, DirectRecorder, DirectRecorderListener } from './direct.ts';

export interface DirectRecorderOptions {
  /** @default SEGMENT_MS */
  readonly segmentMs?: number;
  /** @default true */
  readonly mayHaveSmall?: boolean;
}

/** Records once the encoders are loaded, and then resolves. Rejects where this browser cannot: see `probeDirect`. */
export async function startDirectRecorder(
  media: MediaStream,
  listener: DirectRecorderListener,
  { segmentMs = SEGMENT_MS, mayHaveSmall = true }: DirectRecorderOptions = {},
): Promise<DirectRecorder> {
  const track = media.getVideoTracks()[0];
  const codec = await findCodec();
  if (!track || codec === null) throw new Error('This browser cannot encode this camera');
  const sound = await tapSound(media);
  const pictures = pipePictures(track);
  const options = { sampleRate: sound.sampleRate, segmentMs, codec, mayHaveSmall };
  const worker = createRecordingWorker({ options, sound: sound.port, pictures }, listener);
  const stopGrabbing = pictures ? () => {} : grabPictures(track, worker.sendPicture, worker.onBeat);
  void worker.over.then(() => {
    stopGrabbing();
    sound.close();
  });
  await worker.ready;
  return { setBacklogMs: worker.setBacklogMs, stop: worker.stop };
}
