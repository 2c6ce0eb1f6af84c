import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StorageFailure } from '#web/lib/api/patience/retry.ts';
import { openLiveTab, SETUP, WAYS } from '../../support/broadcaster.ts';
import { refusal, STREAM_ID, until } from '../../support/browser-stream.ts';

beforeEach(
  () =>
    void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] }),
);
afterEach(() => void vi.useRealTimers());

describe.each(WAYS)('End Stream of a %s broadcast', (way) => {
  it('stores the last chunks before it reports their number', async () => {
    const { broadcaster, state, server, events, profile, camera, record } = await openLiveTab({ way });
    await record(3);
    let storedAtStop = 0;
    server.onStop = () => {
      storedAtStop = server.stored.size;
    };
    void broadcaster.endStream();
    expect(state().phase).toBe('ending');
    await until(() => state().phase === 'off');
    expect(server.stops).toEqual([4]);
    expect(storedAtStop).toBe(4);
    expect(events.at(-1)).toMatchObject({
      kind: 'ended',
      chunks: { recorded: 4, stored: 4 },
      receipt: { stream_id: STREAM_ID },
    });
    expect(camera.closed).toHaveBeenCalledTimes(1);
    expect([profile.broadcasts.size, profile.chunks.size, profile.locked.size]).toEqual([0, 0, 0]);
  });

  it('releases the camera before the upload is complete', async () => {
    const { broadcaster, state, server, network, camera, untilPhase, record } = await openLiveTab({ way });
    await record(1);
    network.isOnline = false;
    server.onPut = () => {
      if (!network.isOnline) throw new StorageFailure(0);
    };
    void broadcaster.endStream();
    await until(() => camera.closed.mock.calls.length > 0);
    expect(state()).toMatchObject({ phase: 'ending', media: null });
    network.comeBack();
    await untilPhase('off');
  });

  it('ends once when pressed twice', async () => {
    const { broadcaster, kinds, server, untilPhase } = await openLiveTab({ way });
    void broadcaster.endStream();
    void broadcaster.endStream();
    await untilPhase('off');
    expect(kinds().filter((kind) => kind === 'ended')).toHaveLength(1);
    expect(server.stops).toHaveLength(1);
  });

  it('shows the end when the server does not answer, which is only logged', async () => {
    const { broadcaster, events, server, log, profile, untilPhase } = await openLiveTab({ way });
    server.onStop = () => {
      throw refusal(500, 'internal');
    };
    void broadcaster.endStream();
    await untilPhase('ending');
    await untilPhase('off');
    expect(events.at(-1)).toMatchObject({ kind: 'ended', receipt: null });
    expect(log).toHaveBeenCalledWith('Error stopping stream', expect.anything());
    // The next visit reports it.
    expect([...profile.broadcasts.keys()]).toEqual([STREAM_ID]);
  });

  it('leaves the rest for later when the wait is cancelled, and reports the number', async () => {
    const { broadcaster, state, events, server, untilPhase, record } = await openLiveTab({ way });
    await record(2);
    await until(() => state().chunks.stored === 2);
    server.onPut = () => {
      throw new StorageFailure(0);
    };
    await record(3);
    void broadcaster.endStream();
    await untilPhase('ending');
    broadcaster.stopWaiting();
    await untilPhase('off');
    expect(events.at(-1)).toMatchObject({ kind: 'ended', chunks: { recorded: 6, stored: 2 } });
    expect(server.stops).toEqual([6]);
    await until(() => state().unfinished !== null);
    expect(state().unfinished).toMatchObject({ streamId: STREAM_ID, title: 'Box fan', waitingChunks: 4 });
  });

  it('happens when the page is left; the upload continues', async () => {
    const { broadcaster, server, untilPhase, record } = await openLiveTab({ way });
    await record(2);
    broadcaster.release();
    broadcaster.release();
    await untilPhase('off');
    expect(server.stops).toEqual([3]);
    expect(server.stored.size).toBe(3);
  });
});

describe.each(WAYS)('a %s broadcast that the server ended', (way) => {
  it.each(['silence', 'another broadcast', 'length'] as const)(
    'by %s stops recording and is stored completely',
    async (by) => {
      const { server, events, kinds, untilPhase, record } = await openLiveTab({ way });
      await record(2);
      server.endedBy = by;
      await untilPhase('off');
      expect(events).toContainEqual({ kind: 'ended-elsewhere', by });
      expect(kinds().at(-1)).toBe('ended');
      expect([server.stops, server.stored.size]).toEqual([[3], 3]);
    },
  );

  it('that accepts no chunks accepts them once it knows their number', async () => {
    const { server, state, kinds, untilPhase, profile, record } = await openLiveTab({ way });
    await record(2);
    await until(() => state().chunks.stored === 2);
    server.endedBy = 'another broadcast';
    server.onAsk = () => {
      if (server.stops.length === 0) throw refusal(409);
    };
    await record(1);
    await untilPhase('off');
    expect(kinds().filter((kind) => kind === 'ended-elsewhere')).toHaveLength(1);
    expect([server.stored.size, server.stops.at(-1)]).toEqual([4, 4]);
    expect(profile.chunks.size).toBe(0);
  });

  it('that accepts nothing any more keeps the rest in the browser', async () => {
    const { state, server, untilPhase, profile, record } = await openLiveTab({ way });
    await record(2);
    await until(() => state().chunks.stored === 2);
    server.endedBy = 'another broadcast';
    server.onAsk = () => {
      throw refusal(404, 'not_found');
    };
    await record(1);
    await untilPhase('off');
    expect(profile.chunks.size).toBe(2);
  });
});

describe('a recorder that never starts', () => {
  const openHanging = async () => {
    const tab = await openLiveTab({ way: 'compatible' });
    tab.broadcaster.release();
    await tab.untilPhase('off');
    const started = Promise.withResolvers<Awaited<ReturnType<typeof tab.ports.startDirectRecorder>>>();
    tab.recorder.startDirect.mockReturnValue(started.promise);
    tab.broadcaster.chooseWay('direct');
    await tab.broadcaster.startCamera();
    await tab.broadcaster.goLive(SETUP);
    expect(tab.state()).toMatchObject({ phase: 'live', way: 'direct' });
    return { ...tab, started };
  };

  it('does not keep the camera on after End Stream', async () => {
    const { broadcaster, camera, untilPhase, started } = await openHanging();
    const closedBefore = camera.closed.mock.calls.length;
    void broadcaster.endStream();
    await untilPhase('off');
    expect(camera.closed).toHaveBeenCalledTimes(closedBefore + 1);
    const stop = vi.fn<() => Promise<void>>(async () => {});
    started.resolve({ stop, setBacklogMs: () => {} });
    await until(() => stop.mock.calls.length === 1);
  });

  it('is not waited for once the wait is cancelled', async () => {
    const { broadcaster, camera, untilPhase } = await openHanging();
    const closedBefore = camera.closed.mock.calls.length;
    void broadcaster.endStream();
    await untilPhase('ending');
    broadcaster.stopWaiting();
    await vi.advanceTimersByTimeAsync(100);
    expect(camera.closed).toHaveBeenCalledTimes(closedBefore + 1);
  });
});

it('a refused chunk does not end a broadcast whose state cannot be read', async () => {
  const { ports, kinds, server, state, record } = await openLiveTab({ way: 'direct' });
  const { fetchBroadcast } = ports;
  let isUnreachable = true;
  Object.assign(ports, {
    fetchBroadcast: async (id: string) => {
      if (isUnreachable) throw refusal(503, 'internal');
      return fetchBroadcast(id);
    },
  });
  server.onAsk = () => {
    if (isUnreachable) throw refusal(409);
  };
  await record(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(state().phase).toBe('live');
  expect(kinds()).not.toContain('ended-elsewhere');
  isUnreachable = false;
  await until(() => state().chunks.stored === 1);
});
