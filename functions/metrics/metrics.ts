/**
 * All that we measure ourselves, once: what writes it, the alarms, the dashboard and the site on one machine read this
 * list. CloudWatch bills each series, which is a metric with one value of its dimension ({@link seriesOf}).
 */
import type { ErrorCode } from '../../shared/base/errors.ts';
import {
  FAILURE_KINDS,
  type FailureKind,
  FAILURES_REPORTED_ONE_IN,
} from '../../shared/plain/playback-failures.ts';

/** Where CloudWatch keeps them. */
export const METRIC_NAMESPACE = 'Fanfare';
/** A dimension of each: the stage that it is of. */
export const STAGE_DIMENSION = 'Stage';

export interface MetricDefinition {
  /** As CloudWatch names it. Source: CloudWatch API Reference, "MetricDatum". */
  readonly unit: 'Count' | 'Percent' | 'Seconds';
  /** What it tells, for the dashboard. */
  readonly title: string;
  /** A second dimension, with all values that it may have. */
  readonly by?: { readonly name: string; readonly values: readonly string[] };
  /** It is also kept whole, without its second dimension. @default where it has none */
  readonly isAlsoWhole?: boolean;
}

export const METRICS = {
  OldestUnpublishedSeconds: {
    unit: 'Seconds',
    title: 'The oldest window of a camera that no viewer has yet',
  },
  StoredToPlaylistSeconds: {
    unit: 'Seconds',
    title: 'From stored to in the playlist',
    by: { name: 'Way', values: ['direct', 'windows'] },
  },
  BroadcastsStarted: { unit: 'Count', title: 'Broadcasts begun' },
  BroadcastsRefused: {
    unit: 'Count',
    title: 'Broadcasts refused',
    by: { name: 'Reason', values: ['too_many_requests', 'unavailable', 'suspended', 'conflict', 'other'] },
  },
  SignIns: { unit: 'Count', title: 'Signed in' },
  SignInsFailed: { unit: 'Count', title: 'Not let in' },
  StrangersGuesses: { unit: 'Count', title: 'Wrong passwords of unknown devices' },
  ChatMessages: { unit: 'Count', title: 'Messages' },
  PlaybackFailures: {
    unit: 'Count',
    title: 'Playbacks that failed, as players tell',
    by: { name: 'Kind', values: FAILURE_KINDS },
    isAlsoWhole: true,
  },
  SiteBudgetPercent: { unit: 'Percent', title: 'Of the fullest of today’s budgets' },
  LiveStreams: { unit: 'Count', title: 'Streams that IVS has on the air, in the whole account' },
  LimitBreaches: { unit: 'Count', title: 'Times that IVS told of a limit that was reached' },
  WindowJobs: { unit: 'Count', title: 'Jobs of windows under way' },
} as const satisfies Readonly<Record<string, MetricDefinition>>;

export type MetricName = keyof typeof METRICS;

/** What a value may be told apart by; nothing where the metric has no second dimension. */
export type MetricPart<N extends MetricName> = (typeof METRICS)[N] extends {
  readonly by: { readonly values: readonly (infer V)[] };
}
  ? V
  : undefined;

/** A value of a metric, at the moment that it is told; `part` where it has a second dimension. */
export type Measured = {
  readonly [N in MetricName]: { readonly name: N; readonly value: number } & (MetricPart<N> extends undefined
    ? { readonly part?: undefined }
    : { readonly part: MetricPart<N> });
}[MetricName];

/** Told a value. Costs a line of the log; never throws. */
export type Measure = (measured: Measured) => void;

/** The second dimension of each series of a metric, `null` for the whole. */
export function seriesOf(
  name: MetricName,
): readonly ({ readonly name: string; readonly value: string } | null)[] {
  const { by, isAlsoWhole }: MetricDefinition = METRICS[name];
  if (!by) return [null];
  return [...(isAlsoWhole ? [null] : []), ...by.values.map((value) => ({ name: by.name, value }))];
}

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
