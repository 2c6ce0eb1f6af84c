/** A tab with a camera, and somebody who broadcasts from it. */
import { setTimeout } from 'node:timers/promises';
import { vi } from 'vitest';
import { CHUNK_INTERVAL_MS } from '#shared/limits.ts';
import type { BroadcastEvent, SharedScreen } from '#web/features/browser-stream/broadcast.ts';
import type { BroadcasterPorts } from '#web/features/browser-stream/broadcaster/broadcaster-ports.ts';
import { TabBroadcaster } from '#web/features/browser-stream/broadcaster/tab-broadcaster.ts';
import type { Camera, CameraListener } from '#web/features/browser-stream/camera/camera.ts';
import type { Way } from '#shared/live/browser-stream.ts';
import type { DirectRecorderListener } from '#web/features/browser-stream/direct/direct.ts';
import { createFakeNetwork, createFakeProfile, createFakeServer, until, USER_ID } from './browser-stream.ts';

const VIEW = {
  media: null,
  isMirrored: true,
  cameras: [{ id: 'front', label: 'Front' }],
  microphones: [{ id: 'mic', label: 'Microphone' }],
  cameraId: 'front',
  paused: { camera: false, microphone: false },
  microphoneId: 'mic',
  screen: null,
};

export const WAYS: readonly Way[] = ['compatible', 'direct'];

/** Emits the given chunks, and a last one when it stops; in both ways. */
function createFakeRecorder() {
  const count = { direct: 0, compatible: 0 };
  /** Gives out a chunk, or a failure; `null` where nothing is recorded. */
  let current: { readonly give: () => void; readonly fail: (error: Error) => void } | null = null;
  const give = () => current?.give();
  const begin = (
    way: Way,
    onBytes: (bytes: Uint8Array<ArrayBuffer>) => void,
    fail: (error: Error) => void,
  ) => {
    const recording = { give: () => onBytes(new TextEncoder().encode(`chunk ${count[way]++}`)), fail };
    current = recording;
    return async () => {
      if (current !== recording) return;
      give();
      current = null;
    };
  };
  const start = vi.fn<BroadcasterPorts['startRecorder']>((_media, { onChunk, onFailure }) => ({
    stop: begin('compatible', (bytes) => onChunk(new Blob([bytes])), onFailure),
  }));
  const backlogsMs: number[] = [];
  const reportQuality = vi.fn<DirectRecorderListener['onQuality']>();
  const startDirect = vi.fn<BroadcasterPorts['startDirectRecorder']>(async (_media, listener) => {
    reportQuality.mockImplementation(listener.onQuality);
    return {
      stop: begin('direct', listener.onSegment, listener.onFailure),
      setBacklogMs: (ms) => void backlogsMs.push(ms),
    };
  });
  return {
    start,
    startDirect,
    backlogsMs,
    reportQuality: reportQuality,
    give,
    fail: () => current?.fail(new Error('The encoder gave up')),
    /** The tab is gone, and what was not given out yet. */
    kill: () => {
      current = null;
    },
  };
}

function createFakeCamera(canChangeWhileRecording: boolean, hasPicture: boolean) {
  let listener: CameraListener | null = null;
  const visible = { ...VIEW, media: hasPicture ? ({} as MediaStream) : null };
  const closed = vi.fn<() => void>();
  const chooseCamera = vi.fn<Camera['chooseCamera']>(async () => {});
  const open = vi.fn<BroadcasterPorts['openCamera']>(async (received) => {
    listener = received;
    return {
      view: () => visible,
      chooseCamera,
      chooseMicrophone: async () => {},
      setMuted: () => {},
      level: () => 0.5,
      canChangeWhileRecording,
      shareScreen: async () => {},
      useScreen: () => {},
      stopScreen: () => {},
      arrangeScreen: () => {},
      setScreenMuted: () => {},
      screenLevel: () => 0,
      sample: () => ({}) as MediaStream,
      record: () => ({}) as MediaStream,
      close: closed,
    };
  });
  const lose = (device: 'camera' | 'microphone', screen: SharedScreen | null = null) => {
    listener?.onChange({ ...visible, screen, [device === 'camera' ? 'cameraId' : 'microphoneId']: null });
    listener?.onLost(device);
  };
  return { open, closed, chooseCamera, lose };
}

export interface TabOptions {
  readonly server?: ReturnType<typeof createFakeServer>;
  readonly profile?: ReturnType<typeof createFakeProfile>;
  readonly canChangeWhileRecording?: boolean;
  readonly userId?: string;
  /** Whether the page has a preview. @default false */
  readonly hasPicture?: boolean;
  /** The wished one. */
  readonly way?: Way;
  /** What this browser has. @default both */
  readonly ways?: readonly Way[];
}

export function openTab({
  server = createFakeServer(),
  profile = createFakeProfile(),
  canChangeWhileRecording = true,
  userId = USER_ID,
  way = 'compatible',
  ways = WAYS,
  hasPicture = false,
}: TabOptions = {}) {
  const network = createFakeNetwork();
  const recorder = createFakeRecorder();
  const camera = createFakeCamera(canChangeWhileRecording, hasPicture);
  const log = vi.fn<BroadcasterPorts['log']>();
  const probe = vi.fn<BroadcasterPorts['probeDirect']>(async () => ({ can: true, canSmall: true }));
  const takePicture = vi.fn<BroadcasterPorts['takePicture']>(async () => new Blob(['a picture']));
  const dead = new AbortController();
  const ports: BroadcasterPorts = {
    ...network.ports,
    ...server.calls,
    put: (address, bytes, signal) => server.calls.put(address, bytes, AbortSignal.any([signal, dead.signal])),
    putSegment: (id, chunk, bytes, signal) =>
      server.calls.putSegment(id, chunk, bytes, AbortSignal.any([signal, dead.signal])),
    openCamera: camera.open,
    openScreen: async () => null,
    canShareScreen: () => false,
    lackFor: (way) => (ways.includes(way) ? null : `It lacks what is ${way}.`),
    startRecorder: recorder.start,
    probeDirect: probe,
    startDirectRecorder: recorder.startDirect,
    takePicture,
    store: profile.store,
    lock: profile.lock,
    onBeat: (act) => {
      const timer = setInterval(act, 1000);
      return () => clearInterval(timer);
    },
    clockMs: Date.now,
    newId: () => `id-${server.starts.length}`,
    log,
  };
  const broadcaster = new TabBroadcaster(userId, ports);
  broadcaster.chooseWay(way);
  const events: BroadcastEvent[] = [];
  broadcaster.onEvent((event) => events.push(event));
  return {
    server,
    profile,
    network,
    recorder,
    camera,
    probe,
    takePicture,
    log,
    ports,
    broadcaster,
    events,
    kinds: () => events.map(({ kind }) => kind),
    state: broadcaster.state,
    /** So many chunks, one every two seconds; each is kept when the next comes. */
    record: async (count: number) => {
      for (let left = count; left > 0; left -= 1) {
        const { chunks, lostChunks } = broadcaster.state();
        await vi.advanceTimersByTimeAsync(CHUNK_INTERVAL_MS);
        recorder.give();
        const isKept = () =>
          broadcaster.state().chunks.recorded > chunks.recorded ||
          broadcaster.state().lostChunks > lostChunks;
        // Hashing takes real time; on a busy machine the test's clock would run far ahead of it.
        for (let realMs = 0; realMs < 20 && !isKept(); realMs += 1) await setTimeout(1);
        await until(isKept);
      }
    },
    untilPhase: (phase: string) => until(() => broadcaster.state().phase === phase),
    /** As a crash does: nothing runs any more, and the browser takes the lock back. */
    crash: () => {
      recorder.kill();
      dead.abort(new Error('There is no tab'));
      network.isOnline = false;
      profile.locked.clear();
    },
  };
}

export const SETUP = { title: 'Box fan', category: 'Box Fans', tags: [] };

/** A tab that is live. */
export async function openLiveTab(options: TabOptions = {}) {
  const tab = openTab(options);
  await tab.broadcaster.startCamera();
  await tab.broadcaster.goLive(SETUP);
  return tab;
}
