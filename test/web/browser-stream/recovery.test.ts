import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StorageFailure } from '#web/lib/api/patience/retry.ts';
import type { Way } from '#shared/live/browser-stream.ts';
import { openLiveTab, openTab, WAYS } from '../support/broadcaster.ts';
import { createFakeProfile, createFakeServer, refusal, STREAM_ID, until } from '../support/browser-stream.ts';

beforeEach(
  () =>
    void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] }),
);
afterEach(() => void vi.useRealTimers());

const DAY_MS = 24 * 60 * 60_000;

/** A tab that dies with five chunks recorded and two of them stored. The broadcast ended before another tab continued it. */
async function crashedTab(way: Way) {
  const world = { server: createFakeServer(), profile: createFakeProfile() };
  const tab = await openLiveTab({ ...world, way });
  await tab.record(2);
  await until(() => tab.state().chunks.stored === 2);
  world.server.onPut = () => {
    throw new StorageFailure(0);
  };
  await tab.record(3);
  tab.crash();
  world.server.endedBy = 'silence';
  await vi.advanceTimersByTimeAsync(1000);
  world.server.onPut = () => {};
  return world;
}

describe.each(WAYS)('a %s broadcast whose tab was killed', (way) => {
  it('is offered on the next visit', async () => {
    const { broadcaster, state } = openTab(await crashedTab(way));
    broadcaster.open();
    await until(() => state().unfinished !== null);
    expect(state().unfinished).toMatchObject({
      streamId: STREAM_ID,
      title: 'Box fan',
      waitingChunks: 3,
      waitingBytes: 21,
    });
  });

  it('is finished: missing chunks are stored and their number is reported', async () => {
    const world = await crashedTab(way);
    const { broadcaster, state, events } = openTab(world);
    broadcaster.open();
    await until(() => state().unfinished !== null);
    void broadcaster.finishUnfinished();
    await until(() => events.length > 0);
    expect([...world.server.stored]).toEqual([0, 1, 2, 3, 4].map((seq) => [seq, `chunk ${seq}`]));
    expect(world.server.stops).toEqual([5]);
    expect(events).toMatchObject([{ kind: 'recovered', receipt: { stream_id: STREAM_ID } }]);
    await until(() => !state().isRecovering);
    expect(state().unfinished).toBeNull();
    expect([world.profile.broadcasts.size, world.profile.chunks.size, world.profile.locked.size]).toEqual([
      0, 0, 0,
    ]);
  });

  it('shows how much is left while finishing, and may be left again', async () => {
    const world = await crashedTab(way);
    const { broadcaster, state, kinds } = openTab(world);
    broadcaster.open();
    await until(() => state().unfinished !== null);
    world.server.onPut = (seq) => {
      if (seq > 2) throw new StorageFailure(0);
    };
    void broadcaster.finishUnfinished();
    await until(() => state().unfinished?.waitingChunks === 2);
    expect(state().isRecovering).toBe(true);
    broadcaster.stopWaiting();
    await until(() => !state().isRecovering);
    expect(kinds()).toEqual([]);
    expect(state().unfinished).toMatchObject({ waitingChunks: 2 });
    expect(state().network).toBe('fine');
    world.server.onPut = () => {};
    void broadcaster.finishUnfinished();
    await until(() => kinds().includes('recovered'));
    expect(world.server.stored.size).toBe(5);
  });

  it('that the server no longer accepts says so, and stays until it is discarded', async () => {
    const world = await crashedTab(way);
    const { broadcaster, state, events } = openTab(world);
    broadcaster.open();
    await until(() => state().unfinished !== null);
    const error = refusal(409);
    world.server.onAsk = () => {
      throw error;
    };
    void broadcaster.finishUnfinished();
    await until(() => events.length > 0);
    expect(events).toEqual([{ kind: 'recovery-failed', error }]);
    await until(() => !state().isRecovering);
    expect(state().unfinished).toMatchObject({ waitingChunks: 3 });
  });

  it('is discarded completely, and its number of chunks is reported', async () => {
    const world = await crashedTab(way);
    const { broadcaster, state } = openTab(world);
    broadcaster.open();
    await until(() => state().unfinished !== null);
    await broadcaster.dropUnfinished();
    expect(state().unfinished).toBeNull();
    expect(world.profile.chunks.size).toBe(0);
    expect(world.server.stops).toEqual([5]);
    expect(world.server.stored.size).toBe(2);
  });

  it('without anything to upload is ended silently', async () => {
    const world = await crashedTab(way);
    world.profile.chunks.clear();
    const { broadcaster, state, events } = openTab(world);
    broadcaster.open();
    await until(() => world.profile.broadcasts.size === 0);
    expect(world.server.stops).toEqual([5]);
    expect([state().unfinished, events]).toEqual([null, []]);
  });

  it('is not offered to another user', async () => {
    const { broadcaster, state } = openTab({ ...(await crashedTab(way)), userId: 'somebody else' });
    broadcaster.open();
    await vi.advanceTimersByTimeAsync(5000);
    expect(state().unfinished).toBeNull();
  });

  it('is deleted when it is too old to be accepted', async () => {
    const world = await crashedTab(way);
    vi.setSystemTime(Date.now() + 2 * DAY_MS);
    const { broadcaster, state } = openTab(world);
    broadcaster.open();
    await until(() => world.profile.broadcasts.size === 0);
    expect(state().unfinished).toBeNull();
    expect(world.profile.chunks.size).toBe(0);
  });
});

describe.each(WAYS)('a %s broadcast that another tab records', (way) => {
  it('is neither offered nor ended', async () => {
    const tab = await openLiveTab({ way });
    await tab.record(1);
    const other = openTab(tab);
    other.broadcaster.open();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(other.state().unfinished).toBeNull();
    expect(tab.server.stops).toEqual([]);
    expect(tab.state().phase).toBe('live');
  });

  it('is not offered by the recording tab either', async () => {
    const tab = await openLiveTab({ way });
    await tab.record(1);
    tab.broadcaster.open();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(tab.state()).toMatchObject({ unfinished: null, phase: 'live' });
  });
});
