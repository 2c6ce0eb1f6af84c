import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CameraFailure } from '#web/features/browser-stream/camera/devices.ts';
import { openTab, SETUP } from '../../support/broadcaster.ts';

beforeEach(
  () =>
    void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] }),
);
afterEach(() => void vi.useRealTimers());

describe('the camera', () => {
  it('goes from off over starting to ready', async () => {
    const { broadcaster, state, kinds } = openTab();
    expect(state().phase).toBe('off');
    const started = broadcaster.startCamera();
    expect(state().phase).toBe('asking');
    await started;
    expect(state()).toMatchObject({ phase: 'ready', isMirrored: true, cameraId: 'front' });
    expect(kinds()).toEqual(['camera-ready']);
  });

  it('that is refused gives the reason and is off', async () => {
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

  it('that is allowed after leaving the page is released at once', async () => {
    const { broadcaster, camera, state, kinds } = openTab();
    const started = broadcaster.startCamera();
    broadcaster.release();
    await started;
    expect(camera.closed).toHaveBeenCalledTimes(1);
    expect(state().phase).toBe('off');
    expect(kinds()).toEqual([]);
  });

  it('that is unplugged while a screen is shared ends nothing', async () => {
    const { broadcaster, camera, state, events } = openTab();
    const layout = { hasCamera: true, corner: 'top-left', isLarge: false } as const;
    const screen = { isShared: true, hasSound: false, isMuted: false, layout };
    await broadcaster.startCamera();
    camera.lose('camera', screen);
    expect(state().phase).toBe('ready');
    await broadcaster.goLive(SETUP);
    camera.lose('microphone', screen);
    camera.lose('camera', screen);
    expect(events.at(-1)).toEqual({ kind: 'camera-lost', endsBroadcast: false });
    expect(state().phase).toBe('live');
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
