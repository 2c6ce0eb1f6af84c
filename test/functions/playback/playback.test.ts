import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '#functions/http/app.ts';
import { playbackApp } from '#functions/playback/playback.routes.ts';
import { FAILURES_REPORTED_ONE_IN } from '#shared/plain/playback-failures.ts';
import { captureLog, type LogCapture } from '#test/support/api/log-capture.ts';

const FAILURE = { kind: 'decode', watched: 'live', engine: 'mse' };

let log: LogCapture;
beforeEach(() => (log = captureLog()));
afterEach(() => log.stop());

function aSite(clock = () => 0) {
  const app = createApp(() => Promise.reject(new Error('asked who it is')), [playbackApp(clock)]);
  return async (body: unknown) => {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return app.request('/api/playback/failures', init, { sourceIp: '192.0.2.9' });
  };
}

describe('a report of a failed playback', () => {
  it('is counted by its cause, without its user', async () => {
    const response = await aSite()(FAILURE);
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(log.entries()).toMatchObject([
      { status: 204, playback: FAILURE, PlaybackFailures: FAILURES_REPORTED_ONE_IN, Kind: 'decode' },
    ]);
    expect(log.entries()[0]).not.toHaveProperty('caller');
  });

  it.each([
    ['another kind', { ...FAILURE, kind: 'weather' }],
    ['an address', { ...FAILURE, url: '/media/live/secret' }],
    ['nothing', {}],
  ])('with %s is refused and not counted', async (_what, body) => {
    expect((await aSite()(body)).status).toBe(400);
    expect(log.entries()[0]).not.toHaveProperty('_aws');
    expect(log.lines.join('')).not.toContain('secret');
  });

  it('is refused above the rate limit, for a minute', async () => {
    let nowMs = 0;
    const notify = aSite(() => nowMs);
    const statuses = async (count: number) => {
      const answers = [];
      for (let n = 0; n < count; n++) answers.push((await notify(FAILURE)).status);
      return answers;
    };
    expect(new Set(await statuses(100))).toEqual(new Set([204]));
    expect(await statuses(1)).toEqual([429]);
    nowMs = 60_000;
    expect(await statuses(1)).toEqual([204]);
  });
});
