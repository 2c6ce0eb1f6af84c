/** One broadcast from the server's word that it has begun until all of it is stored: specification §4 (live → ended). */
import type { BrowserStream, EndedBy } from '../../../../../shared/browser-stream.ts';
import { statusOf } from '../../../lib/api/retry.ts';
import { type BroadcastUpload, createBroadcastUpload } from './broadcast.upload.ts';
import { type BroadcasterPorts, tellStop } from './broadcaster.ports.ts';
import type { Teller } from './broadcaster.teller.ts';
import type { QueueEnd } from '../chunks/chunk.queue.ts';
import type { Recorder } from '../camera/recorder.ts';

/** How often the server is asked whether it still knows of a live broadcast. */
const LOOK_EVERY_MS = 15_000;
/** The API refused, yet says that the broadcast is live. */
const REFUSAL_PAUSE_MS = 3000;

export interface LiveBroadcast {
  /** Ends when all is stored, or what could be. */
  end(): Promise<void>;
  /** Leaves what is not stored for later. */
  stopWaiting(): void;
  /** Tells the server that it is over, while that can be told: the page goes away. What is recorded stays kept. */
  leave(): void;
  /** Stops at once with a last word to the server: whose it was has logged out. */
  abandon(): Promise<void>;
}

export interface LiveOptions {
  readonly userId: string;
  readonly streamId: string;
  readonly title: string;
  readonly media: MediaStream;
  readonly ports: BroadcasterPorts;
  readonly teller: Teller;
  readonly releaseCamera: () => void;
  /** It has ended, in whatever way. */
  readonly onOver: () => void;
}

/** Begins to record at once. Throws where the browser refuses. */
export function goOnAir(options: LiveOptions): LiveBroadcast {
  const { streamId, ports, teller } = options;
  const waiting = new AbortController();
  const watching = new AbortController();
  let ending: Promise<void> | null = null;

  const upload = createBroadcastUpload(streamId, ports, {
    onProgress: teller.set,
    onNetwork: (network) => teller.set({ network }),
    onRefused: (refusal) => void refused(refusal),
  });
  const recorder = ports.startRecorder(options.media, {
    onChunk: upload.take,
    onFailure: (error) => {
      ports.log('Error recording', error);
      teller.emit({ kind: 'recording-failed' });
      void end();
    },
  });
  const held = holdAndKeep(options);

  const end = () => {
    ending ??= conclude();
    return ending;
  };
  const conclude = async () => {
    watching.abort();
    teller.set({ phase: 'ending' });
    const chunkCount = await closeRecording(options, recorder, upload);
    const { drained, receipt } = await deliver(options, upload, chunkCount, waiting.signal);
    upload.stop();
    if (drained === 'stored' && receipt) await forget(options);
    (await held)();
    const { chunks } = teller.state();
    teller.offAir();
    options.onOver();
    teller.emit({ kind: 'ended', chunks, receipt });
  };

  const leave = () => ports.lastWord(streamId, upload.count());
  const endedElsewhere = (by: EndedBy | null) => {
    if (ending) return;
    teller.emit({ kind: 'ended-elsewhere', by: by ?? 'silence' });
    void end();
  };
  const refused = async (refusal: unknown) => {
    // Then there is nobody who could upload; see `abandon`.
    if (statusOf(refusal) === 401 || ending) return;
    const found = await ports.look(streamId).catch(() => null);
    if (found?.status !== 'live') return endedElsewhere(found?.ended_by ?? null);
    await ports.sleep(REFUSAL_PAUSE_MS, waiting.signal).catch(() => {});
    upload.resume();
  };

  void watch(options, endedElsewhere, watching.signal);
  return {
    end,
    stopWaiting: () => {
      waiting.abort();
      upload.stop();
    },
    leave,
    abandon: () => {
      leave();
      watching.abort();
      waiting.abort();
      upload.stop();
      ending ??= closeRecording(options, recorder, upload).then(async () => {
        (await held)();
        teller.offAir();
        options.onOver();
      });
      return ending;
    },
  };
}

/** Keeps the broadcast in mind, for a visit after a crash; and from other tabs. Answers how to let it go. */
async function holdAndKeep({ userId, streamId, title, ports, teller }: LiveOptions): Promise<() => void> {
  const startedAtMs = ports.clockMs();
  teller.set({ startedAtMs, streamId });
  const broadcast = { userId, streamId, title, startedAtMs, chunkCount: 0 };
  const [letGo] = await Promise.all([
    ports.hold(streamId).catch(() => null),
    ports.store.begin(broadcast).catch((error: unknown) => ports.log('This browser keeps no chunks', error)),
  ]);
  return letGo ?? (() => {});
}

/** The tail is kept, and the camera off. Answers how many chunks were recorded. */
async function closeRecording(
  { streamId, ports, releaseCamera }: LiveOptions,
  recorder: Recorder,
  upload: BroadcastUpload,
): Promise<number> {
  await recorder.stop();
  releaseCamera();
  const chunkCount = await upload.settled();
  await ports.store
    .setCount(streamId, chunkCount)
    .catch((error: unknown) => ports.log('Error keeping', error));
  return chunkCount;
}

/** Waits for storage, then tells the server. An ended broadcast may take its chunks once their number is known. */
async function deliver(
  { streamId, ports }: LiveOptions,
  upload: BroadcastUpload,
  chunkCount: number,
  signal: AbortSignal,
): Promise<{ drained: QueueEnd; receipt: BrowserStream | null }> {
  let drained = await upload.drained();
  if (drained === 'refused') {
    await tellStop(ports, streamId, chunkCount, signal);
    upload.resume();
    drained = await upload.drained();
  }
  return { drained, receipt: await tellStop(ports, streamId, chunkCount, signal) };
}

async function forget({ streamId, ports }: LiveOptions): Promise<void> {
  await ports.store.drop(streamId).catch((error: unknown) => ports.log('Error forgetting', error));
}

/** Asks now and then, until `signal`: after a long silence chunks are taken still, but nobody watches any more. */
async function watch(
  { streamId, ports }: LiveOptions,
  onEnded: (by: EndedBy | null) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await ports.sleep(LOOK_EVERY_MS, signal).catch(() => {});
    if (signal.aborted) return;
    const found = await ports.look(streamId).catch(() => null);
    if (found && found.status !== 'live' && !signal.aborted) return onEnded(found.ended_by);
  }
}
