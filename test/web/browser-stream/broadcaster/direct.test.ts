import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StorageFailure } from '#web/lib/api/patience/retry.ts';
import { openLiveTab, openTab, SETUP } from '../../support/broadcaster.ts';
import { createFakeProfile, createFakeServer, refusal, until } from '../../support/browser-stream.ts';

beforeEach(
  () =>
    void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] }),
);
afterEach(() => void vi.useRealTimers());

const never = () => new Promise<never>(() => {});

describe('the mode of a broadcast', () => {
  it('is direct when it is chosen and the camera has proved it', async () => {
    const { state, server, recorder, probe } = await openLiveTab({ way: 'direct' });
    expect(state()).toMatchObject({ phase: 'live', way: 'direct', abilities: { direct: { is: 'proven' } } });
    expect(probe).toHaveBeenCalledTimes(1);
    expect(server.way).toBe('direct');
    expect(recorder.startDirect.mock.lastCall?.[2]).toEqual({ mayHaveSmall: true });
    expect(recorder.start).not.toHaveBeenCalled();
  });

  it('is proved in the background while the camera is ready', async () => {
    const { broadcaster, state, probe } = openTab({ way: 'direct' });
    probe.mockImplementation(never);
    await broadcaster.startCamera();
    expect(state()).toMatchObject({ phase: 'ready', abilities: { direct: { is: 'checking' } } });
  });

  it('is compatible when that is chosen, without a trial', async () => {
    const { state, server, probe } = await openLiveTab({ way: 'compatible' });
    expect(probe).not.toHaveBeenCalled();
    expect([state().way, server.way]).toEqual(['compatible', 'compatible']);
  });

  it('may be chosen while the camera is on', async () => {
    const { broadcaster, state } = openTab({ way: 'compatible' });
    await broadcaster.startCamera();
    broadcaster.chooseWay('direct');
    await until(() => state().abilities.direct.is === 'proven');
    await broadcaster.goLive(SETUP);
    expect(state().way).toBe('direct');
  });

  it.each([
    [
      'cannot',
      { can: false, canSmall: false, why: 'This camera is too large.' },
      'This camera is too large.',
    ],
    [
      'cannot, without a reason',
      { can: false, canSmall: false },
      "Your browser can't encode the video itself.",
    ],
  ])('is compatible when the trial shows that the browser %s', async (_, proof, why) => {
    const { broadcaster, state, probe, untilPhase } = openTab({ way: 'direct' });
    probe.mockResolvedValue(proof);
    await broadcaster.startCamera();
    void broadcaster.goLive(SETUP);
    await untilPhase('live');
    expect(state()).toMatchObject({ way: 'compatible', abilities: { direct: { is: 'missing', why } } });
  });

  it('is compatible when the trial throws, which is only logged', async () => {
    const { broadcaster, state, probe, log, untilPhase } = openTab({ way: 'direct' });
    probe.mockRejectedValue(new Error('No worker'));
    await broadcaster.startCamera();
    void broadcaster.goLive(SETUP);
    await untilPhase('live');
    expect(state().way).toBe('compatible');
    expect(log).toHaveBeenCalled();
  });

  it('is compatible when the trial takes too long after Go LIVE', async () => {
    const { broadcaster, state, probe, untilPhase } = openTab({ way: 'direct' });
    probe.mockImplementation(never);
    await broadcaster.startCamera();
    const pressedAtMs = Date.now();
    void broadcaster.goLive(SETUP);
    await untilPhase('live');
    expect(Date.now() - pressedAtMs).toBeLessThan(2000);
    expect(state().way).toBe('compatible');
  });

  it('is tried again with the next camera', async () => {
    const { broadcaster, state, probe } = openTab({ way: 'direct' });
    await broadcaster.startCamera();
    await until(() => state().abilities.direct.is === 'proven');
    broadcaster.release();
    expect(state().abilities.direct).toEqual({ is: 'unknown' });
    await broadcaster.startCamera();
    expect(probe).toHaveBeenCalledTimes(2);
  });
});

describe('a browser that records no WebM', () => {
  it('goes live as direct, whatever is chosen, once the camera has proved it', async () => {
    const tab = openTab({ way: 'compatible', ways: ['direct'] });
    await tab.broadcaster.startCamera();
    expect(tab.state().phase).toBe('ready');
    expect(tab.state().abilities).toEqual({
      direct: { is: 'proven' },
      compatible: { is: 'missing', why: 'It lacks what is compatible.' },
    });
    await tab.broadcaster.goLive(SETUP);
    expect(tab.state().way).toBe('direct');
  });

  it('cannot broadcast when direct fails too, and the camera is released', async () => {
    const { broadcaster, camera, probe, state, events } = openTab({ ways: ['direct'] });
    probe.mockResolvedValue({ can: false, canSmall: false });
    await broadcaster.startCamera();
    expect(events).toEqual([{ kind: 'camera-failed', problem: 'unsupported' }]);
    expect(camera.closed).toHaveBeenCalledTimes(1);
    expect(state().phase).toBe('off');
  });

  it('without encoders says so before it asks for the camera', async () => {
    const { broadcaster, camera, events } = openTab({ ways: [] });
    await broadcaster.startCamera();
    expect(events).toEqual([{ kind: 'camera-failed', problem: 'unsupported' }]);
    expect(camera.open).not.toHaveBeenCalled();
  });
});

describe('a direct broadcast', () => {
  it('reports the age of unsent segments to the recorder, and its quality to the page', async () => {
    const { recorder, server, state, record } = await openLiveTab({ way: 'direct' });
    server.onPut = () => {
      throw new StorageFailure(0);
    };
    await record(3);
    expect(Math.max(...recorder.backlogsMs)).toBeGreaterThan(3900);
    server.onPut = () => {};
    await until(() => state().chunks.stored === 3);
    expect(recorder.backlogsMs.at(-1)).toBe(0);
    const quality = {
      bitsPerSecond: 1_600_000,
      framesPerSecond: 30,
      heightPx: 720,
      hasSmall: false,
      isReduced: true,
      isDeviceSlow: false,
    };
    recorder.reportQuality(quality);
    expect(state().quality).toEqual(quality);
  });

  it('sends a picture with its first segment and regularly until it ends', async () => {
    const tab = await openLiveTab({ way: 'direct', hasPicture: true });
    expect(tab.server.pictures).toEqual([]);
    await tab.record(1);
    await until(() => tab.server.pictures.length === 1);
    await tab.record(60);
    await until(() => tab.server.pictures.length === 3);
    void tab.broadcaster.endStream();
    await tab.untilPhase('off');
    await vi.advanceTimersByTimeAsync(120_000);
    expect(tab.server.pictures).toHaveLength(3);
  });

  it('continues without pictures when they fail, which is only logged', async () => {
    const tab = await openLiveTab({ way: 'direct', hasPicture: true });
    tab.takePicture.mockRejectedValueOnce(new Error('No canvas'));
    tab.server.onPicture = () => {
      throw refusal(409);
    };
    await tab.record(30);
    expect(tab.log).toHaveBeenCalledWith('Error sending a picture', expect.anything());
    expect([tab.state().phase, tab.events.length]).toEqual(['live', 2]);
  });

  it('stores all forty waiting segments after the stop, and reports their number', async () => {
    const { broadcaster, server, network, record, untilPhase, events } = await openLiveTab({ way: 'direct' });
    network.isOnline = false;
    server.onPut = () => {
      if (!network.isOnline) throw refusal(0, 'network');
    };
    await record(40);
    void broadcaster.endStream();
    await untilPhase('ending');
    network.comeBack();
    await untilPhase('off');
    expect([...server.storedBy.direct.keys()]).toEqual(Array.from({ length: 41 }, (_, seq) => seq));
    expect(server.stops).toEqual([41]);
    expect(events.at(-1)).toMatchObject({ kind: 'ended', chunks: { recorded: 41, stored: 41 } });
  });

  it('ends when its recorder cannot begin', async () => {
    const tab = openTab({ way: 'direct' });
    const started = Promise.withResolvers<void>();
    const { startDirect } = tab.recorder;
    const start = startDirect.getMockImplementation();
    startDirect.mockImplementation(async (...args) => {
      await started.promise;
      return start!(...args);
    });
    await tab.broadcaster.startCamera();
    await tab.broadcaster.goLive(SETUP);
    void tab.broadcaster.endStream();
    await tab.untilPhase('ending');
    started.resolve();
    await tab.untilPhase('off');
    expect(tab.server.stops).toEqual([1]);
  });
});

describe('the clock that dates the pictures', () => {
  it('begins with the recording, and at the start once that goes on the compatible way', async () => {
    const { state, recorder, record } = await openLiveTab({ way: 'direct' });
    const { startedAtMs } = state();
    expect(state().clockZeroMs).toBe(startedAtMs);
    recorder.startDirect.mock.lastCall![1].onBegin?.(startedAtMs! + 800);
    expect(state().clockZeroMs).toBe(startedAtMs! + 800);
    await record(1);
    recorder.fail();
    expect(state().clockZeroMs).toBe(startedAtMs);
  });
});

describe('a direct broadcast whose recorder fails', () => {
  it('continues as compatible at once, as the same broadcast with the same counts', async () => {
    const { recorder, server, state, kinds, camera, record, broadcaster, untilPhase } = await openLiveTab({
      way: 'direct',
    });
    await record(2);
    recorder.fail();
    expect(recorder.start).toHaveBeenCalledTimes(1);
    expect(state()).toMatchObject({ phase: 'live', way: 'compatible', hasChangedWay: true, quality: null });
    await record(3);
    await until(() => state().chunks.stored === 5);
    expect([...server.storedBy.direct.values()]).toEqual(['chunk 0', 'chunk 1']);
    expect([...server.storedBy.compatible.values()]).toEqual(['chunk 0', 'chunk 1', 'chunk 2']);
    void broadcaster.endStream();
    await untilPhase('off');
    expect(server.stops).toEqual([6]);
    expect(kinds()).toEqual(['camera-ready', 'live', 'ended']);
    expect([server.starts.length, camera.closed.mock.calls.length]).toEqual([1, 1]);
  });

  it('continues as compatible when it cannot even begin', async () => {
    const tab = openTab({ way: 'direct' });
    tab.recorder.startDirect.mockRejectedValue(new Error('No encoder'));
    await tab.broadcaster.startCamera();
    await tab.broadcaster.goLive(SETUP);
    await until(() => tab.state().hasChangedWay);
    await tab.record(1);
    await until(() => tab.state().chunks.stored === 1);
    expect(tab.server.storedBy.compatible.size).toBe(1);
  });

  it('ends with what it has when the browser records no WebM', async () => {
    const { recorder, kinds, server, record, untilPhase } = await openLiveTab({ way: 'direct' });
    recorder.start.mockImplementation(() => {
      throw new Error('No WebM');
    });
    await record(2);
    recorder.fail();
    await untilPhase('off');
    expect(kinds()).toEqual(['camera-ready', 'live', 'recording-failed', 'ended']);
    expect(server.storedBy.direct.size).toBe(server.stops[0]);
  });

  it('is finished after a crash with what waits of both modes', async () => {
    const world = { server: createFakeServer(), profile: createFakeProfile() };
    const tab = await openLiveTab({ ...world, way: 'direct' });
    world.server.onPut = () => {
      throw new StorageFailure(0);
    };
    await tab.record(2);
    tab.recorder.fail();
    await tab.record(3);
    tab.crash();
    await vi.advanceTimersByTimeAsync(1000);
    world.server.onPut = () => {};
    const { broadcaster, state, kinds } = openTab(world);
    broadcaster.open();
    await until(() => state().unfinished?.waitingChunks === 5);
    void broadcaster.finishUnfinished();
    await until(() => kinds().includes('recovered'));
    expect([world.server.storedBy.direct.size, world.server.storedBy.compatible.size]).toEqual([2, 3]);
    expect(world.server.stops).toEqual([5]);
    expect(world.profile.chunks.size).toBe(0);
  });
});
