/**
 * A page that records a generated camera with the direct recorder: the picture periodically turns white while a tone
 * sounds. Built for the browser by `recorder-site.ts`.
 */
import type { DirectProbe, DirectQuality } from '#web/features/browser-stream/direct/direct.ts';
import { startDirectRecorder } from '#web/features/browser-stream/direct/direct-recorder.ts';
import { probeDirect } from '#web/features/browser-stream/direct/probe.ts';

export interface Recorded {
  /** In base64. */
  readonly segments: readonly string[];
  readonly qualities: readonly DirectQuality[];
  readonly failures: readonly string[];
}

/** Events of the recording, in ms after the start. */
export interface RecordingEvents {
  /** Number of segments to record, unless it fails earlier. */
  readonly segments: number;
  /** When the phone is rotated. */
  readonly turnAtMs?: number;
  /** When the phone is held upright: from then on its frames are sideways, with a rotation of 90° in their metadata. */
  readonly noteAtMs?: number;
  /** When the system takes the camera away: no more frames come. */
  readonly cameraPausesAtMs?: number;
  /** How often its frames change from their colours to others, or back. */
  readonly coloursEveryMs?: number;
  /** When audio stops, as during a phone call; it continues a second later. */
  readonly callAtMs?: number;
  /** How long the page is blocked. */
  readonly busyAtMs?: number;
  /** Fails at the first segment. @default false */
  readonly breaks?: boolean;
  /** From when on uploads are blocked. */
  readonly stuckAtMs?: number;
}

declare global {
  var recordClapper: (happenings: RecordingEvents) => Promise<Recorded>;
  var probeClapper: () => Promise<DirectProbe>;
}

const FRAMES_PER_S = 30;
const CLAP_EVERY_FRAMES = 30;
const CLAP_FRAMES = 6;
const [WIDTH_PX, HEIGHT_PX] = [960, 540];
/** In the upper left corner, to determine the orientation of a picture. */
const [MARK, MARK_PX] = ['#555', 120];
const CALL_MS = 1200;
const BUSY_MS = 1000;

globalThis.recordClapper = async ({ segments: wanted, breaks, ...happenings }) => {
  const { turnAtMs, callAtMs, busyAtMs, stuckAtMs, noteAtMs, cameraPausesAtMs, coloursEveryMs } = happenings;
  const workers = rememberWorkers();
  const clapping = clapper();
  const { turn, context } = clapping;
  const { media, change } = relayed(clapping.media);
  const [segments, qualities, failures]: [Promise<string>[], DirectQuality[], string[]] = [[], [], []];
  const { promise: enough, resolve: end } = Promise.withResolvers<void>();
  const { stop, setBacklogMs } = await startDirectRecorder(media, {
    onSegment: (bytes) => {
      if (segments.push(base64(bytes)) === wanted) end();
      if (breaks) workers.at(-1)?.dispatchEvent(new ErrorEvent('error', { message: 'broken' }));
    },
    onQuality: (quality) => qualities.push(quality),
    onFailure: (error) => {
      failures.push(String(error));
      end();
    },
  });
  const at = (ms: number | undefined, happen: () => void) => ms !== undefined && setTimeout(happen, ms);
  at(turnAtMs, turn);
  at(noteAtMs, () => change({ rotation: 90 }));
  at(cameraPausesAtMs, () => change({ isPaused: true }));
  let hasOtherColours = false;
  const changeColours = () => change({ hasOtherColours: (hasOtherColours = !hasOtherColours) });
  if (coloursEveryMs !== undefined) setInterval(changeColours, coloursEveryMs);
  at(callAtMs, () => void context.suspend());
  at(callAtMs && callAtMs + CALL_MS, () => void context.resume());
  at(busyAtMs, beBusy);
  at(stuckAtMs, () => setBacklogMs(4000));
  await enough;
  await stop();
  return { segments: await Promise.all(segments), qualities, failures };
};

globalThis.probeClapper = () => probeDirect(clapper().media);

function clapper(): { media: MediaStream; turn: () => void; context: AudioContext } {
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH_PX, height: HEIGHT_PX });
  const context = new AudioContext();
  const [tone, volume] = [
    new OscillatorNode(context, { frequency: 1000 }),
    new GainNode(context, { gain: 0 }),
  ];
  const output = context.createMediaStreamDestination();
  tone.connect(volume).connect(output);
  tone.start();
  let frame = 0;
  setInterval(() => {
    const isClap = frame % CLAP_EVERY_FRAMES < CLAP_FRAMES;
    volume.gain.setValueAtTime(isClap ? 0.5 : 0, context.currentTime);
    draw(canvas, isClap, frame);
    frame += 1;
  }, 1000 / FRAMES_PER_S);
  const media = new MediaStream([
    ...canvas.captureStream(FRAMES_PER_S).getVideoTracks(),
    ...output.stream.getAudioTracks(),
  ]);
  return { media, turn: () => Object.assign(canvas, { width: HEIGHT_PX, height: WIDTH_PX }), context };
}

/** Chromium's counterpart of the processor that the recorder uses. */
type Generator = new (init: { kind: 'video' }) => MediaStreamTrack & { writable: WritableStream<VideoFrame> };
type Processor = new (init: { track: MediaStreamTrack }) => { readable: ReadableStream<VideoFrame> };

/** Returns the same camera, whose frames can get a rotation or be held back. */
function relayed(media: MediaStream) {
  const state = { rotation: 0, isPaused: false, hasOtherColours: false };
  const change = (to: Partial<typeof state>) => void Object.assign(state, to);
  const global = globalThis as {
    MediaStreamTrackGenerator?: Generator;
    MediaStreamTrackProcessor?: Processor;
  };
  const { MediaStreamTrackGenerator: Made, MediaStreamTrackProcessor: Read } = global;
  if (!Made || !Read) return { media, change };
  const track = new Made({ kind: 'video' });
  const turning = new TransformStream<VideoFrame, VideoFrame>({
    transform: async (frame, to) => {
      const { rotation, isPaused, hasOtherColours } = state;
      const init: VideoFrameInit & { rotation: number } = { timestamp: frame.timestamp, rotation };
      if (!isPaused) to.enqueue(hasOtherColours ? await recoloured(frame) : new VideoFrame(frame, init));
      frame.close();
    },
  });
  const [camera] = media.getVideoTracks();
  void new Read({ track: camera! }).readable
    .pipeThrough(turning)
    .pipeTo(track.writable)
    .catch(() => {});
  return { media: new MediaStream([track, ...media.getAudioTracks()]), change };
}

/** The same picture as a webcam's JPEG has it. */
async function recoloured(frame: VideoFrame): Promise<VideoFrame> {
  const { format, codedWidth, codedHeight, timestamp } = frame;
  const data = new Uint8Array(frame.allocationSize());
  const layout = await frame.copyTo(data);
  const colorSpace = { primaries: 'bt709', transfer: 'bt709', matrix: 'smpte170m', fullRange: true } as const;
  return new VideoFrame(data, { format: format!, codedWidth, codedHeight, timestamp, layout, colorSpace });
}

function draw(canvas: HTMLCanvasElement, isClap: boolean, frame: number): void {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('No canvas');
  context.fillStyle = isClap ? '#fff' : '#000';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = MARK;
  context.fillRect(0, 0, MARK_PX, MARK_PX);
  // Something must move, or there would be no frames.
  context.fillStyle = '#777';
  context.fillRect((frame * 8) % canvas.width, canvas.height / 2, 16, 16);
}

function beBusy(): void {
  const untilMs = performance.now() + BUSY_MS;
  while (performance.now() < untilMs);
}

/** Collects all workers created from now on. */
function rememberWorkers(): Worker[] {
  const workers: Worker[] = [];
  globalThis.Worker = class extends Worker {
    constructor(...args: ConstructorParameters<typeof Worker>) {
      super(...args);
      workers.push(this);
    }
  };
  return workers;
}

async function base64(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.addEventListener('load', () => resolve(String(reader.result).replace(/^.*,/, '')));
  reader.readAsDataURL(new Blob([bytes]));
  return promise;
}
