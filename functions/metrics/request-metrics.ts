import type { ErrorCode } from '../../shared/base/errors.ts';
import { FAILURES_REPORTED_ONE_IN, type FailureKind } from '../../shared/plain/playback-failures.ts';
import { METRICS, type Measured } from './metrics.ts';

/** A request that was answered, as its line of the log tells it. */
export interface Answered {
  readonly method: string;
  /** The pattern of its address: `/api/chat/:id`. */
  readonly route: string;
  readonly status: number;
  /** Where it failed. */
  readonly code?: ErrorCode | undefined;
  readonly durationMs: number;
  readonly notes?: Readonly<Record<string, unknown>> | undefined;
}

type Rule = (answered: Answered) => readonly Measured[];

const one = <N extends Measured['name']>(name: N, part?: unknown): readonly Measured[] => [
  { name, value: 1, part } as Measured,
];

const NONE: readonly Measured[] = [];

/** A request that makes no sense, or whose bearer is unknown, says nothing of us. */
const OWN_FAULTS: readonly (ErrorCode | undefined)[] = ['invalid_request', 'unauthenticated'];
const REASONS: readonly string[] = METRICS.BroadcastsRefused.by.values;

const start: Rule = ({ status, code }) => {
  if (status < 400) return one('BroadcastsStarted');
  if (OWN_FAULTS.includes(code)) return NONE;
  return one('BroadcastsRefused', code && REASONS.includes(code) ? code : 'other');
};

const RULES: Readonly<Record<string, Rule>> = {
  'POST /api/streaming/start': start,
  'POST /api/browser-stream/start': start,
  // It is in the playlist when it is answered.
  'PUT /api/browser-stream/:stream_id/segments/:seq': ({ status, durationMs }) =>
    status < 400 ? [{ name: 'StoredToPlaylistSeconds', value: durationMs / 1000, part: 'direct' }] : NONE,
  'POST /api/auth/login': ({ status, code }) => [
    ...(status < 400 ? one('SignIns') : NONE),
    ...(code === 'invalid_credentials' || code === 'too_many_requests' ? one('SignInsFailed') : NONE),
  ],
  'POST /api/playback/failures': ({ status, notes }) => {
    const told = notes?.['playback'] as { readonly kind: FailureKind } | undefined;
    if (status >= 400 || !told) return NONE;
    return [{ name: 'PlaybackFailures', value: FAILURES_REPORTED_ONE_IN, part: told.kind }];
  },
  'POST /api/chat/:id': ({ status }) => (status < 400 ? one('ChatMessages') : NONE),
};

/** What a request tells of how people fare. Most tell nothing. Pure. */
export const requestMetrics = (answered: Answered): readonly Measured[] => [
  ...(RULES[`${answered.method} ${answered.route}`]?.(answered) ?? NONE),
  ...(answered.notes?.['guess'] === 'stranger' ? one('StrangersGuesses') : NONE),
];
