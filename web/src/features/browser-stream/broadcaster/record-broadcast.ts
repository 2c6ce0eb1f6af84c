import { anySignal } from '#web/lib/async/any-signal.ts';
import type { Recorder } from '../camera/recorder.ts';
import type { Way } from '#shared/live/browser-stream.ts';
import type { DirectRecorder, DirectRecorderOptions } from '../direct/direct-recorder.ts';
import type { DirectQuality } from '../direct/direct.ts';
import type { BroadcasterPorts } from './broadcaster-ports.ts';
import type { ChosenWay } from './way-choice.ts';

interface RecordingListener {
  /** Gets a segment (direct way) or a slice of WebM (compatible way). */
  readonly onChunk: (way: Way, blob: Blob) => void;
  /** See `DirectRecorderListener`. */
  readonly onBegin: (clockZeroMs: number) => void;
  readonly onQuality: (quality: DirectQuality) => void;
  readonly onChangedWay: () => void;
  /** Earlier chunks are valid. */
  readonly onFailure: (error: unknown) => void;
}

/** A device that does not start may never report it. */
const START_MAX_MS = 5000;
/** Recorders limit their stop themselves, to less. */
const STOP_MAX_MS = 15_000;

type RecordingPorts = Pick<BroadcasterPorts, 'startRecorder' | 'startDirectRecorder' | 'sleep' | 'log'>;

/** Begins to record. Throws where the browser refuses the compatible way. */
export function recordBroadcast(
  { way, canSmall, clock }: ChosenWay & Pick<DirectRecorderOptions, 'clock'>,
  media: MediaStream,
  ports: RecordingPorts,
  { onChunk, onBegin, onQuality, onChangedWay, onFailure }: RecordingListener,
) {
  let direct: DirectRecorder | null = null;
  let compatible: Recorder | null = null;
  let isStopping = false;
  /** It had not started when it was stopped. */
  let isAbandoned = false;

  const startCompatible = () => {
    compatible = ports.startRecorder(media, {
      onChunk: (blob) => onChunk('compatible', blob),
      onFailure,
    });
  };
  const changeWay = (cause: unknown) => {
    if (compatible || isStopping) return;
    ports.log('Error recording the direct way', cause);
    direct = null;
    try {
      startCompatible();
      onChangedWay();
    } catch (error) {
      onFailure(error);
    }
  };
  const startDirect = async () => {
    const onSegment = (bytes: Uint8Array<ArrayBuffer>) => {
      if (!isAbandoned) onChunk('direct', new Blob([bytes]));
    };
    const listener = { onBegin, onSegment, onQuality, onFailure: changeWay };
    try {
      const started = await ports.startDirectRecorder(media, listener, { mayHaveSmall: canSmall, clock });
      if (isAbandoned) void started.stop();
      else direct = started;
    } catch (error) {
      changeWay(error);
    }
  };
  const recorder = (): Pick<Recorder, 'stop'> | null => compatible ?? direct;
  if (way === 'compatible') startCompatible();
  const starting = way === 'direct' ? startDirect() : Promise.resolve();
  return {
    /** The direct way adapts its quality to the age of unsent data, in ms. */
    setBacklogMs: (ms: number) => direct?.setBacklogMs(ms),
    /** Resolves after the last chunk was passed on, or without it once `signal` is aborted. May be called again. */
    stop: async (signal: AbortSignal): Promise<void> => {
      isStopping = true;
      if (!recorder()) await atMost(START_MAX_MS, starting, ports, signal);
      isAbandoned = !recorder();
      await atMost(STOP_MAX_MS, recorder()?.stop(), ports, signal);
    },
  };
}

/** Waits for `work`, unless the signal aborts. */
async function atMost(
  maxMs: number,
  work: Promise<void> | undefined,
  { sleep }: RecordingPorts,
  signal: AbortSignal,
): Promise<void> {
  const done = new AbortController();
  const limit = sleep(maxMs, anySignal([signal, done.signal])).catch(() => {});
  await Promise.race([work, limit]).finally(() => done.abort());
}
