import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StorageFailure } from '#web/lib/api/patience/retry.ts';
import { CameraFailure } from '#web/features/browser-stream/camera/devices.ts';
import type { Way } from '#shared/live/browser-stream.ts';
import { openLiveTab, openTab, SETUP, WAYS } from '../../support/broadcaster.ts';
import {
  createFakeProfile,
  createFakeServer,
  refusal,
  STREAM_ID,
  until,
} from '../../support/browser-stream.ts';

beforeEach(
  () =>
    void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] }),
);
afterEach(() => void vi.useRealTimers());

/** A broadcast whose tab dies with three segments, or chunks, recorded; the last is not stored. */
async function interrupted(way: Way) {
  const world = { server: createFakeServer(), profile: createFakeProfile(), way };
  const tab = await openLiveTab(world);
  await tab.record(2);
  await until(() => tab.state().chunks.stored === 2);
  world.server.onPut = () => {
    throw new StorageFailure(0);
  };
  await tab.record(1);
  tab.crash();
  await vi.advanceTimersByTimeAsync(1000);
  world.server.onPut = () => {};
  return world;
}

/** The next page of the same browser, which has found the broadcast. */
async function nextPage(world: Awaited<ReturnType<typeof interrupted>>) {
  const tab = openTab(world);
  tab.broadcaster.open();
  await until(() => tab.state().interrupted !== null);
  return tab;
}

describe.each(WAYS)('an interrupted %s broadcast', (way) => {
  it('is offered on the next visit, to the same person', async () => {
    const world = await interrupted(way);
    const { state } = await nextPage(world);
    expect(state()).toMatchObject({
      phase: 'off',
      unfinished: null,
      interrupted: { streamId: STREAM_ID, title: 'Box fan' },
    });
    const other = openTab({ ...world, userId: 'another user' });
    other.broadcaster.open();
    await vi.advanceTimersByTimeAsync(5000);
    expect(other.state().interrupted).toBeNull();
  });

  it('goes on with the next number, and with what was not stored', async () => {
    const world = await interrupted(way);
    const { server } = world;
    const { broadcaster, state, record, kinds, recorder } = await nextPage(world);
    await broadcaster.continueInterrupted();
    expect(state()).toMatchObject({ phase: 'live', streamId: STREAM_ID, interrupted: null, way });
    expect(server.resumes).toEqual([{ recordingId: server.starts[0], recorded: 3 }]);
    // The server moves the times of chunks.
    const { clock } = recorder.startDirect.mock.lastCall?.[2] ?? {};
    expect(clock?.atMs).toBe(way === 'direct' ? Date.now() : undefined);
    await record(2);
    await until(() => server.stored.size === 5);
    // This page's recorder counts from zero.
    expect([...server.stored.keys()].toSorted()).toEqual([0, 1, 2, 3, 4]);
    expect(server.stored.get(2)).toBe('chunk 2');
    expect(server.stored.get(3)).toBe('chunk 0');
    expect(state().chunks).toEqual({ recorded: 5, stored: 5 });
    expect(kinds()).toEqual(['continued']);
    broadcaster.announceUnload();
    expect(server.pauses).toEqual([1]);
    void broadcaster.endStream();
    await until(() => kinds().includes('ended'));
    expect(server.stops.at(-1)).toBe(6);
    expect([world.profile.broadcasts.size, world.profile.locked.size]).toEqual([0, 0]);
  });

  it('is ended at once by its button, before the rest is uploaded', async () => {
    const world = await interrupted(way);
    const { broadcaster, state, kinds } = await nextPage(world);
    const storedAtEnd: number[] = [];
    world.server.onStop = () => void storedAtEnd.push(world.server.stored.size);
    void broadcaster.endInterrupted();
    await until(() => kinds().includes('recovered') && !state().isRecovering);
    expect(storedAtEnd[0]).toBe(2);
    expect(world.server.stops).toEqual([3, 3]);
    expect(world.server.stored.size).toBe(3);
    expect(kinds()).toEqual(['recovered']);
    expect(state()).toMatchObject({ interrupted: null, unfinished: null });
  });

  it('gives way to a new one, and what is left of it can be uploaded', async () => {
    const world = await interrupted(way);
    const { broadcaster, state } = await nextPage(world);
    await broadcaster.startCamera();
    await broadcaster.goLive(SETUP);
    await until(() => state().unfinished !== null);
    expect(state()).toMatchObject({ phase: 'live', interrupted: null, unfinished: { waitingChunks: 1 } });
  });

  it('that has ended in the meantime says so, and what is left of it can be uploaded', async () => {
    const world = await interrupted(way);
    const { broadcaster, state, events, camera } = await nextPage(world);
    world.server.endedBy = 'silence';
    const error = refusal(409);
    world.server.onResume = () => {
      throw error;
    };
    await broadcaster.continueInterrupted();
    expect(events).toEqual([{ kind: 'continue-failed', error }]);
    expect(camera.closed).toHaveBeenCalledTimes(1);
    await until(() => state().unfinished !== null);
    expect(state()).toMatchObject({ phase: 'off', interrupted: null, unfinished: { waitingChunks: 1 } });
    expect(world.profile.locked.size).toBe(0);
  });

  it('stays on offer where the camera is denied, or the request is cancelled', async () => {
    const world = await interrupted(way);
    const { broadcaster, state, events, camera } = await nextPage(world);
    camera.open.mockRejectedValueOnce(new CameraFailure('denied'));
    await broadcaster.continueInterrupted();
    expect(events).toEqual([{ kind: 'camera-failed', problem: 'denied' }]);
    void broadcaster.continueInterrupted();
    broadcaster.release();
    await vi.advanceTimersByTimeAsync(100);
    expect(state()).toMatchObject({ phase: 'off', interrupted: { streamId: STREAM_ID } });
    expect(world.server.resumes).toEqual([]);
  });

  it('is left to the tab that has continued it', async () => {
    const world = await interrupted(way);
    const [first, second] = [await nextPage(world), await nextPage(world)];
    await first.broadcaster.continueInterrupted();
    await second.broadcaster.continueInterrupted();
    expect([first.state().phase, second.state().phase]).toEqual(['live', 'off']);
    expect(world.server.resumes).toHaveLength(1);
    expect(second.state().interrupted).toBeNull();
  });

  it('does not give a number again that another tab has used since', async () => {
    const world = await interrupted(way);
    const page = await nextPage(world);
    const other = await nextPage(world);
    await other.broadcaster.continueInterrupted();
    world.server.onPut = () => {
      throw new StorageFailure(0);
    };
    await other.record(2);
    other.crash();
    world.server.onPut = () => {};
    await page.broadcaster.continueInterrupted();
    expect(world.server.resumes.map(({ recorded }) => recorded)).toEqual([3, 5]);
    await page.record(1);
    await until(() => world.server.stored.size === 6);
    expect(world.server.stored.get(5)).toBe('chunk 0');
  });

  it('is not ended where the server cannot be reached', async () => {
    const world = await interrupted(way);
    const { fetchBroadcast } = world.server.calls;
    world.server.calls.fetchBroadcast = async () => {
      throw refusal(0, 'network');
    };
    const { state } = await nextPage(world);
    world.server.calls.fetchBroadcast = fetchBroadcast;
    expect(state().interrupted).toMatchObject({ streamId: STREAM_ID });
    expect(world.server.stops).toEqual([]);
  });
});

it('a continued broadcast that cannot be recorded is offered again, and leaves nothing behind', async () => {
  const world = await interrupted('compatible');
  const tab = await nextPage(world);
  const listeners = vi.spyOn(tab.ports, 'onOnline');
  const removed = vi.fn<() => void>();
  listeners.mockReturnValue(removed);
  tab.recorder.start.mockImplementation(() => {
    throw new Error('No recorder');
  });
  await tab.broadcaster.continueInterrupted();
  expect(tab.kinds()).toContain('recording-failed');
  await until(() => tab.state().interrupted !== null);
  expect(removed).toHaveBeenCalledTimes(listeners.mock.calls.length);
  expect(world.profile.locked.size).toBe(0);
  expect(world.server.stops).toEqual([]);
});
