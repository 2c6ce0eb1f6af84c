import { describe, expect, it } from 'vitest';
import { contract } from '#shared/contract.ts';
import { requestMetrics, type AnsweredRequest } from '#functions/metrics/metrics.ts';

const answered = (request: string, change: Partial<AnsweredRequest> = {}): AnsweredRequest => {
  const [method = '', route = ''] = request.split(' ');
  return { method, route, status: 200, durationMs: 250, ...change };
};
const reported = (request: string, change?: Partial<AnsweredRequest>) =>
  requestMetrics(answered(request, change)).map(({ name, part }) => (part ? `${name} ${part}` : name));

const LOG_IN = 'POST /api/auth/login';
const START = 'POST /api/browser-stream/start';

describe('the metrics of a request', () => {
  it.each([
    [LOG_IN, {}, ['SignIns']],
    [LOG_IN, { status: 401, code: 'invalid_credentials' }, ['SignInsFailed']],
    [LOG_IN, { status: 429, code: 'too_many_requests' }, ['SignInsFailed']],
    // The log-in is not complete.
    [LOG_IN, { status: 403, code: 'second_factor_required' }, []],
    [
      LOG_IN,
      { status: 401, code: 'invalid_credentials', notes: { guess: 'stranger' } },
      ['SignInsFailed', 'StrangersGuesses'],
    ],
    [START, { status: 201 }, ['BroadcastsStarted']],
    ['POST /api/streaming/start', {}, ['BroadcastsStarted']],
    [START, { status: 429, code: 'busy' }, ['BroadcastsRefused busy']],
    [START, { status: 403, code: 'suspended' }, ['BroadcastsRefused suspended']],
    [START, { status: 500, code: 'internal' }, ['BroadcastsRefused other']],
    // Client errors are not refusals.
    [START, { status: 400, code: 'invalid_request' }, []],
    [START, { status: 401, code: 'unauthenticated' }, []],
    ['POST /api/chat/:id', { status: 201 }, ['ChatMessages']],
    ['POST /api/chat/:id', { status: 403, code: 'chat_refused' }, []],
    ['PUT /api/browser-stream/:stream_id/segments/:seq', { status: 200 }, ['StoredToPlaylistSeconds direct']],
    ['GET /api/streamers', {}, []],
  ] as const)('%s, %o: are %o', (request, change, expected) => {
    expect(reported(request, change)).toEqual(expected);
  });

  it('count a segment with its request’s seconds', () => {
    const [segment] = requestMetrics(answered('PUT /api/browser-stream/:stream_id/segments/:seq'));
    expect(segment).toMatchObject({ value: 0.25 });
  });

  it('exist only for known routes', () => {
    const routes = Object.keys(contract).map((name) =>
      name.replace(' ', ' /api').replaceAll(/\{(\w+)\}/g, ':$1'),
    );
    const measured = ['POST /api/streaming/start', START, LOG_IN, 'POST /api/chat/:id'];
    expect(routes).toEqual(
      expect.arrayContaining([...measured, 'PUT /api/browser-stream/:stream_id/segments/:seq']),
    );
  });
});
