import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StorageFailure } from '#web/lib/api/patience/retry.ts';
import { openLiveTab, WAYS } from '../../support/broadcaster.ts';
import { until } from '../../support/browser-stream.ts';

beforeEach(
  () =>
    void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] }),
);
afterEach(() => void vi.useRealTimers());

describe.each(WAYS)('a live %s broadcast', (way) => {
  it('counts chunks as they are recorded and stored', async () => {
    const { state, server, record } = await openLiveTab({ way });
    await record(3);
    expect(state().chunks.recorded).toBe(3);
    await until(() => state().chunks.stored === 3);
    expect([...server.stored.values()]).toEqual(['chunk 0', 'chunk 1', 'chunk 2']);
  });

  it('loses nothing when the network is cut: chunks wait and follow in order', async () => {
    const { state, server, network, broadcaster, events, record, untilPhase } = await openLiveTab({ way });
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

  it('keeps chunks in memory when the browser has no room', async () => {
    const { profile, state, server, broadcaster, record, untilPhase } = await openLiveTab({ way });
    profile.isFull = true;
    await record(4);
    expect(state().lostChunks).toBe(0);
    void broadcaster.endStream();
    await untilPhase('off');
    expect(server.stops).toEqual([5]);
    expect(server.stored.size).toBe(5);
  });

  it('can change its camera where the browser can', async () => {
    const can = await openLiveTab({ way });
    expect(can.state().canChooseCamera).toBe(true);
    await can.broadcaster.chooseCamera('back');
    expect(can.camera.chooseCamera).toHaveBeenCalledExactlyOnceWith('back');
    const cannot = await openLiveTab({ way, canChangeWhileRecording: false });
    expect(cannot.state().canChooseCamera).toBe(false);
    await cannot.broadcaster.chooseCamera('back');
    expect(cannot.camera.chooseCamera).not.toHaveBeenCalled();
  });

  it('ends after a lost camera only when nothing is left to record', async () => {
    const relayed = await openLiveTab({ way });
    relayed.camera.lose('camera');
    expect(relayed.events.at(-1)).toEqual({ kind: 'camera-lost', endsBroadcast: false });
    expect(relayed.state().phase).toBe('live');
    const direct = await openLiveTab({ way, canChangeWhileRecording: false });
    direct.camera.lose('camera');
    expect(direct.events.at(-1)).toEqual({ kind: 'camera-lost', endsBroadcast: true });
    await direct.untilPhase('off');
    expect(direct.kinds().at(-1)).toBe('ended');
  });
});

describe('a recorder that fails', () => {
  it('ends a compatible broadcast with what it recorded', async () => {
    const { recorder, kinds, server, untilPhase, camera, record } = await openLiveTab();
    await record(2);
    recorder.fail();
    await untilPhase('off');
    expect(kinds()).toEqual(['camera-ready', 'live', 'recording-failed', 'ended']);
    expect([server.stops, server.stored.size]).toEqual([[3], 3]);
    expect(camera.closed).toHaveBeenCalledTimes(1);
  });
});
