/**
 * One person's camera in this tab, from Start Camera to the receipt: the states of specification §4 (Browser
 * broadcast). Touches neither the page nor the network: what it needs comes in as `BroadcasterPorts`.
 */
import type { BrowserStreamSetup, StartedBrowserStream } from '../../../../../shared/browser-stream.ts';
import { ApiFailure } from '../../../lib/api/api-failure.ts';
import { createPatience } from '../../../lib/api/patience.ts';
import { isPassing } from '../../../lib/api/retry.ts';
import type { Broadcaster } from '../broadcast.ts';
import { goOnAir, type LiveBroadcast } from './broadcaster.live.ts';
import { type BroadcasterPorts, tellStop } from './broadcaster.ports.ts';
import { createRecovery } from './broadcaster.recovery.ts';
import { createTeller } from './broadcaster.teller.ts';
import type { Camera, CameraView } from '../camera/camera.ts';
import { problemOf } from '../camera/devices.ts';

/** Whoever presses Go LIVE does not wait for longer. */
const START_GIVE_UP_AFTER_MS = 15_000;

/** What the tab does with a broadcaster, beside the page. */
export interface OwnedBroadcaster extends Broadcaster {
  /** Ends everything but for a last word to the server: its person has logged out. What is recorded stays in this browser. */
  readonly abandon: () => void;
  /** The page goes away. The server is told, so that nobody looks at a picture that stands; what is recorded is kept. */
  readonly leave: () => void;
}

export function createBroadcaster(userId: string, ports: BroadcasterPorts): OwnedBroadcaster {
  const teller = createTeller();
  const recovery = createRecovery({ userId, ports, teller });
  let camera: Camera | null = null;
  let live: LiveBroadcast | null = null;
  /** Ends what is going on before a broadcast: the question for the camera, or the start. */
  let attempt = new AbortController();

  const phase = () => teller.state().phase;
  const closeCamera = () => {
    camera?.close();
    camera = null;
    teller.cameraOff();
  };
  const fail = (error: unknown) => teller.emit({ kind: 'camera-failed', problem: problemOf(error) });

  const startCamera = async () => {
    if (phase() !== 'off') return;
    teller.set({ phase: 'asking' });
    attempt = new AbortController();
    const { signal } = attempt;
    try {
      const onChange = (view: CameraView) => {
        if (!signal.aborted) teller.set(view);
      };
      const opened = await ports.openCamera({ onChange, onLost });
      // Nobody wants it any more.
      if (signal.aborted) return opened.close();
      camera = opened;
      opened.setMuted(teller.state().isMuted);
      teller.set({ phase: 'ready', ...opened.view() });
      teller.emit({ kind: 'camera-ready' });
    } catch (error) {
      if (signal.aborted) return;
      teller.set({ phase: 'off' });
      fail(error);
    }
  };

  const onLost = (device: 'camera' | 'microphone') => {
    if (phase() === 'live') return void lostWhileLive(device);
    // Without a microphone there is silence, and the level meter shows it.
    if (device === 'microphone' || !camera) return;
    release();
    teller.emit({ kind: 'camera-failed', problem: 'none' });
  };
  const lostWhileLive = (device: 'camera' | 'microphone') => {
    const { cameraId, microphoneId } = teller.state();
    const isAllGone = cameraId === null && microphoneId === null;
    const endsBroadcast = isAllGone || (device === 'camera' && !camera?.canChangeWhileRecording);
    teller.emit({ kind: 'camera-lost', endsBroadcast });
    if (endsBroadcast) void endStream();
  };

  const goLive = async (setup: Omit<BrowserStreamSetup, 'recording_id'>) => {
    if (phase() !== 'ready' || !camera) return;
    teller.set({ phase: 'starting' });
    attempt = new AbortController();
    const { signal } = attempt;
    try {
      const { stream_id } = await begin(setup, ports, signal);
      if (camera) record(camera, stream_id, setup.title);
    } catch (error) {
      if (signal.aborted) return;
      teller.set({ phase: 'ready' });
      teller.emit({ kind: 'start-failed', error });
    }
  };
  const record = (from: Camera, streamId: string, title: string) => {
    try {
      const media = from.record();
      live = goOnAir({ userId, streamId, title, media, ports, teller, releaseCamera: closeCamera, onOver });
    } catch (error) {
      ports.log('Error recording', error);
      void tellStop(ports, streamId, 0, AbortSignal.abort());
      release();
      return teller.emit({ kind: 'recording-failed' });
    }
    teller.set({ phase: 'live', canChooseCamera: from.canChangeWhileRecording });
    teller.emit({ kind: 'live' });
  };

  const onOver = () => {
    live = null;
    void recovery.look();
  };
  const endStream = async () => live?.end();

  const release = () => {
    attempt.abort();
    if (phase() === 'live') return void endStream();
    if (phase() === 'ending') return;
    closeCamera();
    teller.offAir();
  };

  return {
    state: teller.state,
    subscribe: teller.subscribe,
    onEvent: teller.onEvent,
    open: () => void recovery.look(),
    startCamera,
    chooseCamera: async (id) => {
      if (teller.state().canChooseCamera) await camera?.chooseCamera(id).catch(fail);
    },
    chooseMicrophone: async (id) => camera?.chooseMicrophone(id).catch(fail),
    setMuted: (isMuted) => {
      camera?.setMuted(isMuted);
      teller.set({ isMuted });
    },
    level: () => camera?.level() ?? 0,
    goLive,
    endStream,
    stopWaiting: () => {
      if (phase() === 'ending') live?.stopWaiting();
      recovery.stopWaiting();
    },
    release,
    finishUnfinished: recovery.finish,
    dropUnfinished: recovery.drop,
    leave: () => live?.leave(),
    abandon: () => {
      recovery.stopWaiting();
      if (live) void live.abandon();
      else release();
    },
  };
}

/** The answer may be lost: then the same broadcast is asked for again. One that nobody wants any more is ended. */
function begin(
  setup: Omit<BrowserStreamSetup, 'recording_id'>,
  ports: BroadcasterPorts,
  signal: AbortSignal,
): Promise<StartedBrowserStream> {
  const recording_id = ports.newId();
  const patience = createPatience(ports, signal, { giveUpAfterMs: START_GIVE_UP_AFTER_MS, isWorthIt });
  return patience.ask(async () => {
    const started = await ports.start({ ...setup, recording_id });
    if (signal.aborted) void tellStop(ports, started.stream_id, 0, AbortSignal.abort());
    return started;
  });
}

/** That there is no room is said at once. */
const isWorthIt = (error: unknown): boolean =>
  isPassing(error) && !(error instanceof ApiFailure && error.code === 'unavailable');
