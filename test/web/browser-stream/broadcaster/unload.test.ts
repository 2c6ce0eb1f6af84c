import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StorageFailure } from '#web/lib/api/patience/retry.ts';
import { openLiveTab, WAYS } from '../../support/broadcaster.ts';
import { createFakeProfile, until } from '../../support/browser-stream.ts';

beforeEach(
  () =>
    void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] }),
);
afterEach(() => void vi.useRealTimers());

it.each(WAYS)('%s: a log-out sends only the end, and keeps the recording in the browser', async (way) => {
  const { broadcaster, server, profile, camera, untilPhase, record } = await openLiveTab({ way });
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

it.each(WAYS)('%s: leaving the page ends a broadcast only where it is ending already', async (way) => {
  const { broadcaster, server, untilPhase, record } = await openLiveTab({ way });
  await record(2);
  broadcaster.announceUnload();
  expect([server.pauses, server.lastWords]).toEqual([[0], []]);
  server.onPut = () => {
    throw new StorageFailure(0);
  };
  void broadcaster.endStream();
  await untilPhase('ending');
  broadcaster.announceUnload();
  expect(server.lastWords).toEqual([3]);
  broadcaster.stopWaiting();
  await untilPhase('off');
  broadcaster.announceUnload();
  expect([...server.pauses, ...server.lastWords]).toHaveLength(2);
});

it('leaving the page ends a direct broadcast that goes on with chunks, or that this browser cannot keep', async () => {
  const fallen = await openLiveTab({ way: 'direct' });
  await fallen.record(1);
  fallen.recorder.fail();
  await until(() => fallen.state().hasChangedWay);
  fallen.broadcaster.announceUnload();
  expect([fallen.server.pauses, fallen.server.lastWords]).toEqual([[], [1]]);
  const profile = createFakeProfile();
  profile.store.begin = async () => {
    throw new DOMException('Full', 'QuotaExceededError');
  };
  const unkept = await openLiveTab({ way: 'direct', profile });
  await unkept.record(1);
  unkept.broadcaster.announceUnload();
  expect([unkept.server.pauses, unkept.server.lastWords]).toEqual([[], [1]]);
});
