/** A tab with a camera, and somebody who broadcasts from it. */
import { setTimeout } from 'node:timers/promises';
import { vi } from 'vitest';
import { CHUNK_INTERVAL_MS } from '../../../shared/limits.ts';
import type { BroadcastEvent } from '../../../web/src/features/browser-stream/broadcast.ts';
import type { BroadcasterPorts } from '../../../web/src/features/browser-stream/broadcaster/broadcaster.ports.ts';
import { TabBroadcaster } from '../../../web/src/features/browser-stream/broadcaster/broadcaster.ts';
import type { Camera, CameraListener } from '../../../web/src/features/browser-stream/camera/camera.ts';
import type { RecorderListener } from '../../../web/src/features/browser-stream/camera/recorder.ts';
import { createFakeNetwork, createFakeProfile, createFakeServer, until, USER_ID } from './browser-stream.ts';

const VIEW = {
  media: null,
  isMirrored: true,
  cameras: [{ id: 'front', label: 'Front' }],
  microphones: [{ id: 'mic', label: 'Microphone' }],
  cameraId: 'front',
  microphoneId: 'mic',
};

/** Gives out what it is told to, and a tail at its end. */
function createFakeRecorder() {
  let listener: RecorderListener | null = null;
  let count = 0;
  const give = () => listener?.onChunk(new Blob([`chunk ${count++}`]));
  const start = vi.fn<BroadcasterPorts['startRecorder']>((_media, heard) => {
    listener = heard;
    return {
      stop: async () => {
        give();
        listener = null;
      },
    };
  });
  return {
    start,
    give,
    fail: () => listener?.onFailure(new Error('The encoder gave up')),
    /** The tab is gone, and what was not given out yet. */
    kill: () => {
      listener = null;
    },
  };
}

function createFakeCamera(canChangeWhileRecording: boolean) {
  let listener: CameraListener | null = null;
  const closed = vi.fn<() => void>();
  const chooseCamera = vi.fn<Camera['chooseCamera']>(async () => {});
  const open = vi.fn<BroadcasterPorts['openCamera']>(async (heard) => {
    listener = heard;
    return {
      view: () => VIEW,
      chooseCamera,
      chooseMicrophone: async () => {},
      setMuted: () => {},
      level: () => 0.5,
      canChangeWhileRecording,
      record: () => ({}) as MediaStream,
      close: closed,
    };
  });
  const lose = (device: 'camera' | 'microphone') => {
    listener?.onChange({ ...VIEW, [device === 'camera' ? 'cameraId' : 'microphoneId']: null });
    listener?.onLost(device);
  };
  return { open, closed, chooseCamera, lose };
}

export interface TabOptions {
  readonly server?: ReturnType<typeof createFakeServer>;
  readonly profile?: ReturnType<typeof createFakeProfile>;
  readonly canChangeWhileRecording?: boolean;
  readonly userId?: string;
}

export function openTab({
  server = createFakeServer(),
  profile = createFakeProfile(),
  canChangeWhileRecording = true,
  userId = USER_ID,
}: TabOptions = {}) {
  const network = createFakeNetwork();
  const recorder = createFakeRecorder();
  const camera = createFakeCamera(canChangeWhileRecording);
  const log = vi.fn<BroadcasterPorts['log']>();
  const dead = new AbortController();
  const ports: BroadcasterPorts = {
    ...network.ports,
    ...server.calls,
    put: (address, bytes, signal) => server.calls.put(address, bytes, AbortSignal.any([signal, dead.signal])),
    openCamera: camera.open,
    startRecorder: recorder.start,
    store: profile.store,
    lock: profile.lock,
    clockMs: Date.now,
    newId: () => `id-${server.starts.length}`,
    log,
  };
  const broadcaster = new TabBroadcaster(userId, ports);
  const events: BroadcastEvent[] = [];
  broadcaster.onEvent((event) => events.push(event));
  return {
    server,
    profile,
    network,
    recorder,
    camera,
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
