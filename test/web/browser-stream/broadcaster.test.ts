import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CameraFailure } from '../../../web/src/features/browser-stream/camera/devices.ts';
import { StorageFailure } from '../../../web/src/lib/api/retry.ts';
import { openLiveTab, openTab, SETUP } from '../support/broadcaster.ts';
import { refusal, STREAM_ID, until } from '../support/browser-stream.ts';

beforeEach(
  () =>
    void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] }),
);
afterEach(() => void vi.useRealTimers());

describe('the camera', () => {
  it('is off, then asked for, then ready', async () => {
    const { broadcaster, state, kinds } = openTab();
    expect(state().phase).toBe('off');
    const started = broadcaster.startCamera();
    expect(state().phase).toBe('asking');
    await started;
    expect(state()).toMatchObject({ phase: 'ready', isMirrored: true, cameraId: 'front' });
    expect(kinds()).toEqual(['camera-ready']);
  });

  it('that cannot be had says why, and is off', async () => {
    const { broadcaster, camera, state, events } = openTab();
    camera.open.mockRejectedValue(new CameraFailure('denied'));
    await broadcaster.startCamera();
    expect(state().phase).toBe('off');
    expect(events).toEqual([{ kind: 'camera-failed', problem: 'denied' }]);
  });

  it('is released by Cancel', async () => {
    const { broadcaster, camera, state, server } = openTab();
    await broadcaster.startCamera();
    broadcaster.release();
    expect(camera.closed).toHaveBeenCalledTimes(1);
    expect(state()).toMatchObject({ phase: 'off', cameraId: null });
    expect(server.stops).toEqual([]);
  });

  it('that is allowed after the page was left is released at once', async () => {
    const { broadcaster, camera, state, kinds } = openTab();
    const started = broadcaster.startCamera();
    broadcaster.release();
    await started;
    expect(camera.closed).toHaveBeenCalledTimes(1);
    expect(state().phase).toBe('off');
    expect(kinds()).toEqual([]);
  });

  it('that is unplugged before Go LIVE is off', async () => {
    const { broadcaster, camera, state, events } = openTab();
    await broadcaster.startCamera();
    camera.lose('microphone');
    expect(state().phase).toBe('ready');
    camera.lose('camera');
    expect(state().phase).toBe('off');
    expect(events.at(-1)).toEqual({ kind: 'camera-failed', problem: 'none' });
  });
});

describe('Go LIVE', () => {
  it('starts the stream, then records', async () => {
    const { state, kinds, recorder, server } = await openLiveTab();
    expect(server.starts).toEqual(['id-0']);
    expect(recorder.start).toHaveBeenCalledTimes(1);
    expect(state()).toMatchObject({ phase: 'live', streamId: STREAM_ID, startedAtMs: Date.now() });
    expect(kinds()).toEqual(['camera-ready', 'live']);
  });

  it('asks for the same broadcast again when the answer is lost', async () => {
    const tab = openTab();
    let isLost = true;
    tab.server.onStart = () => {
      if (isLost) throw refusal(0, 'network');
    };
    await tab.broadcaster.startCamera();
    void tab.broadcaster.goLive(SETUP);
    await until(() => tab.server.starts.length === 2);
    isLost = false;
    await tab.untilPhase('live');
    expect(new Set(tab.server.starts).size).toBe(1);
  });

  it.each([refusal(409), refusal(503, 'unavailable'), refusal(429, 'too_many_requests')])(
    'that is refused leaves the camera on, and may be tried again: %s',
    async (error) => {
      const { broadcaster, server, state, events, recorder } = openTab();
      server.onStart = () => {
        throw error;
      };
      await broadcaster.startCamera();
      await broadcaster.goLive(SETUP);
      expect(state().phase).toBe('ready');
      expect(events.at(-1)).toEqual({ kind: 'start-failed', error });
      expect(recorder.start).not.toHaveBeenCalled();
      server.onStart = () => {};
      await broadcaster.goLive(SETUP);
      expect(state().phase).toBe('live');
    },
  );

  it('gives up after a quarter of a minute without a network', async () => {
    const { broadcaster, server, untilPhase, kinds } = openTab();
    server.onStart = () => {
      throw refusal(0, 'network');
    };
    await broadcaster.startCamera();
    const pressedAtMs = Date.now();
    void broadcaster.goLive(SETUP);
    await untilPhase('starting');
    await untilPhase('ready');
    expect(Date.now() - pressedAtMs).toBeLessThan(30_000);
    expect(kinds()).toContain('start-failed');
  });

  it('whose page is left before the answer ends the broadcast that nobody wants', async () => {
    const { broadcaster, server, camera, recorder, state } = openTab();
    await broadcaster.startCamera();
    const going = broadcaster.goLive(SETUP);
    broadcaster.release();
    await going;
    await until(() => server.stops.length > 0);
    expect(server.stops).toEqual([0]);
    expect(recorder.start).not.toHaveBeenCalled();
    expect(camera.closed).toHaveBeenCalled();
    expect(state().phase).toBe('off');
  });

  it('in a browser that then refuses to record ends the broadcast', async () => {
    const { broadcaster, server, recorder, kinds, state } = openTab();
    recorder.start.mockImplementation(() => {
      throw new Error('No encoder');
    });
    await broadcaster.startCamera();
    await broadcaster.goLive(SETUP);
    expect(kinds()).toEqual(['camera-ready', 'recording-failed']);
    expect(state().phase).toBe('off');
    await until(() => server.stops.length === 1);
  });
});

describe('while live', () => {
  it('chunks are counted as they are kept, and as they are stored', async () => {
    const { state, server, record } = await openLiveTab();
    await record(3);
    expect(state().chunks.recorded).toBe(3);
    await until(() => state().chunks.stored === 3);
    expect([...server.stored.values()]).toEqual(['chunk 0', 'chunk 1', 'chunk 2']);
  });

  it('a cut of the network loses nothing: chunks wait, and follow in order', async () => {
    const { state, server, network, broadcaster, events, record, untilPhase } = await openLiveTab();
    await record(2);
    await until(() => state().chunks.stored === 2);
    network.isOnline = false;
    server.onPut = () => {
      if (!network.isOnline) throw new StorageFailure(0);
    };
    await record(10);
    expect(state()).toMatchObject({
      network: 'waiting',
      lostChunks: 0,
      chunks: { recorded: 12, stored: 2 },
    });
    network.comeBack();
    await until(() => state().network === 'fine');
    void broadcaster.endStream();
    await untilPhase('off');
    expect([...server.stored.keys()]).toEqual(Array.from({ length: 13 }, (_, seq) => seq));
    expect(events.at(-1)).toMatchObject({ kind: 'ended', receipt: { chunks: { lost: 0 } } });
  });

  it('a browser without room keeps chunks in memory, and goes on', async () => {
    const { profile, state, server, broadcaster, record, untilPhase } = await openLiveTab();
    profile.isFull = true;
    await record(4);
    expect(state().lostChunks).toBe(0);
    void broadcaster.endStream();
    await untilPhase('off');
    expect(server.stops).toEqual([5]);
    expect(server.stored.size).toBe(5);
  });

  it('another camera may be chosen where the browser can, and not where it cannot', async () => {
    const can = await openLiveTab();
    expect(can.state().canChooseCamera).toBe(true);
    await can.broadcaster.chooseCamera('back');
    expect(can.camera.chooseCamera).toHaveBeenCalledExactlyOnceWith('back');
    const cannot = await openLiveTab({ canChangeWhileRecording: false });
    expect(cannot.state().canChooseCamera).toBe(false);
    await cannot.broadcaster.chooseCamera('back');
    expect(cannot.camera.chooseCamera).not.toHaveBeenCalled();
  });

  it('a lost camera ends the broadcast only where nothing is left to record', async () => {
    const relayed = await openLiveTab();
    relayed.camera.lose('camera');
    expect(relayed.events.at(-1)).toEqual({ kind: 'camera-lost', endsBroadcast: false });
    expect(relayed.state().phase).toBe('live');
    const direct = await openLiveTab({ canChangeWhileRecording: false });
    direct.camera.lose('camera');
    expect(direct.events.at(-1)).toEqual({ kind: 'camera-lost', endsBroadcast: true });
    await direct.untilPhase('off');
    expect(direct.kinds().at(-1)).toBe('ended');
  });

  it('a recorder that fails ends the broadcast with what it has recorded', async () => {
    const { recorder, kinds, server, untilPhase, camera, record } = await openLiveTab();
    await record(2);
    recorder.fail();
    await untilPhase('off');
    expect(kinds()).toEqual(['camera-ready', 'live', 'recording-failed', 'ended']);
    expect([server.stops, server.stored.size]).toEqual([[3], 3]);
    expect(camera.closed).toHaveBeenCalledTimes(1);
  });
});

describe('End Stream', () => {
  it('stores the tail before it tells the server how many there are', async () => {
    const { broadcaster, state, server, events, profile, camera, record } = await openLiveTab();
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

  it('releases the camera before the upload is done', async () => {
    const { broadcaster, state, server, network, camera, untilPhase, record } = await openLiveTab();
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

  it('pressed twice ends it once', async () => {
    const { broadcaster, kinds, server, untilPhase } = await openLiveTab();
    void broadcaster.endStream();
    void broadcaster.endStream();
    await untilPhase('off');
    expect(kinds().filter((kind) => kind === 'ended')).toHaveLength(1);
    expect(server.stops).toHaveLength(1);
  });

  it('says that it has ended where the server does not answer, which is only logged', async () => {
    const { broadcaster, events, server, log, profile, untilPhase } = await openLiveTab();
    server.onStop = () => {
      throw refusal(500, 'internal');
    };
    void broadcaster.endStream();
    await untilPhase('ending');
    await untilPhase('off');
    expect(events.at(-1)).toMatchObject({ kind: 'ended', receipt: null });
    expect(log).toHaveBeenCalledWith('Error stopping stream', expect.anything());
    // The next visit tells it.
    expect([...profile.broadcasts.keys()]).toEqual([STREAM_ID]);
  });

  it('that nobody waits for leaves the rest for later, and tells how many there are', async () => {
    const { broadcaster, state, events, server, untilPhase, record } = await openLiveTab();
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

  it('is what leaving the page does; the upload goes on after it', async () => {
    const { broadcaster, server, untilPhase, record } = await openLiveTab();
    await record(2);
    broadcaster.release();
    broadcaster.release();
    await untilPhase('off');
    expect(server.stops).toEqual([3]);
    expect(server.stored.size).toBe(3);
  });
});

describe('a broadcast that the server has ended', () => {
  it.each(['silence', 'another broadcast', 'length'] as const)(
    'by %s stops recording, and is stored whole all the same',
    async (by) => {
      const { server, events, kinds, untilPhase, record } = await openLiveTab();
      await record(2);
      server.endedBy = by;
      await untilPhase('off');
      expect(events).toContainEqual({ kind: 'ended-elsewhere', by });
      expect(kinds().at(-1)).toBe('ended');
      expect([server.stops, server.stored.size]).toEqual([[3], 3]);
    },
  );

  it('and that takes no chunks any more takes them once it knows how many there are', async () => {
    const { server, state, kinds, untilPhase, profile, record } = await openLiveTab();
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

  it('and that takes nothing for good keeps the rest in this browser', async () => {
    const { state, server, untilPhase, profile, record } = await openLiveTab();
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

it('after a logout nothing leaves but a last word, and what was recorded stays in this browser', async () => {
  const { broadcaster, server, profile, camera, untilPhase, record } = await openLiveTab();
  server.onPut = () => {
    throw new StorageFailure(0);
  };
  await record(3);
  broadcaster.abandon();
  await untilPhase('off');
  const { length } = server.puts;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.puts).toHaveLength(length);
  expect([server.stops, server.lastWords]).toEqual([[], [3]]);
  expect(camera.closed).toHaveBeenCalledTimes(1);
  expect(profile.chunks.size).toBe(4);
  expect(profile.locked.size).toBe(0);
});

it('a page that goes away says so, of a broadcast that is on the air or still uploaded, and of none else', async () => {
  const { broadcaster, server, untilPhase, record } = await openLiveTab();
  await record(2);
  broadcaster.leave();
  expect(server.lastWords).toEqual([2]);
  server.onPut = () => {
    throw new StorageFailure(0);
  };
  void broadcaster.endStream();
  await untilPhase('ending');
  broadcaster.leave();
  expect(server.lastWords).toEqual([2, 3]);
  broadcaster.stopWaiting();
  await untilPhase('off');
  broadcaster.leave();
  expect(server.lastWords).toHaveLength(2);
});
