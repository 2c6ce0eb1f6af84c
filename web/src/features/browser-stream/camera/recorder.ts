/** Records a camera: specification §9. */
import { CHUNK_INTERVAL_MS, RECORDING_BITS_PER_SECOND } from '../../../../../shared/limits.ts';

const MIME_TYPE = 'video/webm;codecs=vp8,opus';
/** The sooner a keyframe, the sooner viewers see what was recorded. Firefox does not know the option. */
const KEYFRAME_INTERVAL_MS = 1000;

/** Some browsers forget to say that they have stopped. */
const STOP_MAX_MS = 5000;

export interface RecorderListener {
  /** A slice of one stream of bytes; no file by itself. */
  readonly onChunk: (blob: Blob) => void;
  /** It has ended by itself; what came before is good. */
  readonly onFailure: (error: unknown) => void;
}

export interface Recorder {
  /** Ends when the last chunk was told. May be called again. */
  readonly stop: () => Promise<void>;
}

interface RecorderOptions extends MediaRecorderOptions {
  readonly videoKeyFrameIntervalDuration: number;
}

/** Whether this browser records WebM at all. */
export const canRecord = (): boolean =>
  typeof MediaRecorder !== 'undefined' && MediaRecorder.isTypeSupported(MIME_TYPE);

/** Begins to record at once. Throws where the browser refuses. */
export function startRecorder(media: MediaStream, { onChunk, onFailure }: RecorderListener): Recorder {
  const options: RecorderOptions = {
    mimeType: MIME_TYPE,
    bitsPerSecond: RECORDING_BITS_PER_SECOND,
    videoKeyFrameIntervalDuration: KEYFRAME_INTERVAL_MS,
  };
  const recorder = new MediaRecorder(media, options);
  const { promise: stopped, resolve } = Promise.withResolvers<void>();
  let isStopping = false;
  const fail = (error: unknown) => {
    if (!isStopping) onFailure(error);
    isStopping = true;
  };
  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size > 0) onChunk(data);
  });
  recorder.addEventListener('error', (event) => fail('error' in event ? event.error : event));
  recorder.addEventListener('stop', () => {
    resolve();
    fail(new Error('The recorder stopped by itself'));
  });
  recorder.start(CHUNK_INTERVAL_MS);
  return {
    stop: () => {
      isStopping = true;
      setTimeout(resolve, STOP_MAX_MS);
      if (recorder.state === 'inactive') resolve();
      else recorder.stop();
      return stopped;
    },
  };
}
