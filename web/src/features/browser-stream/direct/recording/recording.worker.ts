/** The worker that records: connects a `Recording` to the page and to its sources of frames and sound. */
import type { FromRecording, ToRecording } from './recording.page.ts';
import { Recording } from './recording.ts';

const TICK_MS = 33;

const post = (message: FromRecording, transfer: Transferable[] = []) =>
  self.postMessage(message, { transfer });
const fail = (error: unknown) => post({ kind: 'failed', reason: String(error) });

let recording: Recording | null = null;
let reader: ReadableStreamDefaultReader<VideoFrame> | null = null;
let timer = 0;

async function start({ options, sound, pictures }: Extract<ToRecording, { kind: 'start' }>): Promise<void> {
  const made = await Recording.create(options, {
    onBegin: (clockZeroMs) => post({ kind: 'begun', clockZeroMs }),
    onSegment: (bytes) => post({ kind: 'segment', bytes }, [bytes.buffer]),
    onQuality: (quality, camera) => post({ kind: 'quality', quality, camera }),
    onFailure: fail,
  });
  recording = made;
  post({ kind: 'ready' });
  sound.addEventListener('message', ({ data }: MessageEvent<Float32Array>) =>
    made.takeSound(data, performance.now()),
  );
  sound.start();
  timer = self.setInterval(() => {
    made.tick(performance.now());
    if (!pictures) post({ kind: 'beat' });
  }, TICK_MS);
  if (pictures) await relay(pictures, made);
}

async function relay(pictures: ReadableStream<VideoFrame>, to: Recording): Promise<void> {
  const from = pictures.getReader();
  reader = from;
  for (let next = await from.read(); !next.done; next = await from.read()) {
    if (recording === to) to.takePicture(next.value, performance.now());
    else next.value.close();
  }
}

async function stop(): Promise<void> {
  clearInterval(timer);
  const stopping = recording;
  recording = null;
  // The browser closes the frames that wait in the pipe.
  const closing = reader?.cancel();
  await stopping?.stop();
  await closing;
  post({ kind: 'stopped' });
}

self.addEventListener('message', ({ data }: MessageEvent<ToRecording>) => {
  if (data.kind === 'start') start(data).catch(fail);
  else if (data.kind === 'picture') takePicture(data.frame);
  else if (data.kind === 'backlog') recording?.setBacklogMs(data.ms);
  else stop().catch(fail);
});

function takePicture(frame: VideoFrame): void {
  if (recording) recording.takePicture(frame, performance.now());
  else frame.close();
}
