/** Records a camera as WebM: specification §9. */
import { createDeferred } from '#web/lib/async/deferred.ts';
import { inTime } from '#web/lib/wait.ts';
import { CHUNK_INTERVAL_MS, RECORDING_BITS_PER_SECOND } from '#shared/limits.ts';

const MIME_TYPE = 'video/webm;codecs=vp8,opus';
/** Frequent keyframes let viewers start sooner. Firefox ignores the option. */
const KEYFRAME_INTERVAL_MS = 1000;

/** Some browsers do not report that they have stopped. */
const STOP_MAX_MS = 5000;

export interface RecorderListener {
  /** Gets a slice of one byte stream, which is no file by itself. */
  readonly onChunk: (blob: Blob) => void;
  /** Earlier chunks are valid. */
  readonly onFailure: (error: unknown) => void;
}

export type Recorder = ReturnType<typeof startRecorder>;

interface RecorderOptions extends MediaRecorderOptions {
  readonly videoKeyFrameIntervalDuration: number;
}

export const canRecord = (): boolean =>
  typeof MediaRecorder !== 'undefined' && MediaRecorder.isTypeSupported(MIME_TYPE);

/** Throws if the browser refuses. */
export function startRecorder(media: MediaStream, { onChunk, onFailure }: RecorderListener) {
  const options: RecorderOptions = {
    mimeType: MIME_TYPE,
    bitsPerSecond: RECORDING_BITS_PER_SECOND,
    videoKeyFrameIntervalDuration: KEYFRAME_INTERVAL_MS,
  };
  const recorder = new MediaRecorder(media, options);
  const { promise: stopped, resolve } = createDeferred();
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
    /** Resolves after the last chunk was passed on. */
    stop: (): Promise<void> => {
      isStopping = true;
      inTime(stopped, STOP_MAX_MS).catch(() => resolve());
      if (recorder.state === 'inactive') resolve();
      else recorder.stop();
      return stopped;
    },
  };
}
