import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StorageFailure } from '../../../web/src/lib/api/patience/retry.ts';
import { openLiveTab, WAYS } from '../support/broadcaster.ts';

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

it.each(WAYS)('%s: leaving the page announces it for a live or uploading broadcast only', async (way) => {
  const { broadcaster, server, untilPhase, record } = await openLiveTab({ way });
  await record(2);
  broadcaster.announceStop();
  expect(server.lastWords).toEqual([2]);
  server.onPut = () => {
    throw new StorageFailure(0);
  };
  void broadcaster.endStream();
  await untilPhase('ending');
  broadcaster.announceStop();
  expect(server.lastWords).toEqual([2, 3]);
  broadcaster.stopWaiting();
  await untilPhase('off');
  broadcaster.announceStop();
  expect(server.lastWords).toHaveLength(2);
});
