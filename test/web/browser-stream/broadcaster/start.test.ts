import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openLiveTab, openTab, SETUP } from '../../support/broadcaster.ts';
import { refusal, STREAM_ID, until } from '../../support/browser-stream.ts';

beforeEach(
  () =>
    void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] }),
);
afterEach(() => void vi.useRealTimers());

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

  it.each([refusal(409), refusal(429, 'busy'), refusal(429, 'too_many_requests')])(
    'keeps the camera on when it is refused, and can be tried again: %s',
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

  it('ends the broadcast when the page is left before the answer', async () => {
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

  it('ends the broadcast when the browser then refuses to record', async () => {
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

describe('what stays of an event', () => {
  it('is the reason of a refused start, until the next attempt', async () => {
    const { broadcaster, server, state } = openTab();
    const error = refusal(403, 'cap_reached');
    server.onStart = () => {
      throw error;
    };
    await broadcaster.startCamera();
    await broadcaster.goLive(SETUP);
    expect(state()).toMatchObject({ phase: 'ready', startError: error });
    server.onStart = () => {};
    void broadcaster.goLive(SETUP);
    expect(state()).toMatchObject({ phase: 'starting', startError: null });
    await until(() => state().phase === 'live');
    broadcaster.release();
  });

  it('is forgotten by another visit of the page', async () => {
    const { broadcaster, server, state } = openTab();
    server.onStart = () => {
      throw refusal(403, 'cap_reached');
    };
    await broadcaster.startCamera();
    await broadcaster.goLive(SETUP);
    broadcaster.release();
    broadcaster.open();
    expect(state()).toMatchObject({ phase: 'off', startError: null, problem: null, recoveredId: null });
  });
});
