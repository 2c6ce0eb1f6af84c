/**
 * All custom metrics: log, alarms, dashboard and local site read this list. CloudWatch bills each series, which is a
 * metric with one value of its dimension ({@link seriesOf}).
 */
import type { ErrorCode } from '#shared/base/errors.ts';
import {
  FAILURE_KINDS,
  type FailureKind,
  FAILURES_REPORTED_ONE_IN,
} from '#shared/plain/playback-failures.ts';

export const METRIC_NAMESPACE = 'Fanfare';
/** Of every metric. */
export const STAGE_DIMENSION = 'Stage';

export interface MetricDefinition {
  /** Source: CloudWatch API Reference, "MetricDatum". */
  readonly unit: 'Count' | 'Percent' | 'Seconds';
  /** For the dashboard. */
  readonly title: string;
  /** A second dimension with all its values. */
  readonly by?: { readonly name: string; readonly values: readonly string[] };
  /** Also recorded without the second dimension. @default only if it has none */
  readonly isAlsoWhole?: boolean;
}

export const METRICS = {
  OldestUnpublishedSeconds: {
    unit: 'Seconds',
    title: 'Age of the oldest unpublished window',
  },
  StoredToPlaylistSeconds: {
    unit: 'Seconds',
    title: 'Time from storage to playlist',
    by: { name: 'Way', values: ['direct', 'windows'] },
  },
  BroadcastsStarted: { unit: 'Count', title: 'Broadcasts started' },
  BroadcastsRefused: {
    unit: 'Count',
    title: 'Broadcasts refused',
    by: { name: 'Reason', values: ['too_many_requests', 'busy', 'suspended', 'conflict', 'other'] },
  },
  SignIns: { unit: 'Count', title: 'Log-ins' },
  SignInsFailed: { unit: 'Count', title: 'Failed log-ins' },
  StrangersGuesses: { unit: 'Count', title: 'Wrong passwords from unknown devices' },
  ChatMessages: { unit: 'Count', title: 'Messages' },
  PlaybackFailures: {
    unit: 'Count',
    title: 'Playback failures reported by players',
    by: { name: 'Kind', values: FAILURE_KINDS },
    isAlsoWhole: true,
  },
  /** Counted in API Gateway's access log (`infra/cloud/api.ts`), because no Lambda sees such a request. */
  ApiRefusals: { unit: 'Count', title: 'API requests throttled' },
  /** Counted in API Gateway's access log too: the CDN answers such a request from the bucket. */
  PageFallbacks: { unit: 'Count', title: 'Pages without content, because the pages Lambda failed' },
  SiteBudgetPercent: { unit: 'Percent', title: 'Highest use of today’s budgets, in %' },
  LiveStreams: { unit: 'Count', title: 'Live IVS streams in the account' },
  LimitBreaches: { unit: 'Count', title: 'IVS limit breaches' },
  WindowJobs: { unit: 'Count', title: 'Window jobs in progress' },
  CameraSlots: { unit: 'Count', title: 'Broadcasts cut into windows' },
  Ticks: {
    unit: 'Count',
    title: 'Successful ticks',
    by: { name: 'Lambda', values: ['events', 'news'] },
  },
  FailedItems: { unit: 'Count', title: 'Failed work items of the ticks' },
  Probes: { unit: 'Count', title: 'Successful hourly probes' },
} as const satisfies Readonly<Record<string, MetricDefinition>>;

export type MetricName = keyof typeof METRICS;

/** Value of the second dimension, if the metric has one. */
type MetricPart<N extends MetricName> = (typeof METRICS)[N] extends {
  readonly by: { readonly values: readonly (infer V)[] };
}
  ? V
  : undefined;

/** `part` is the value of the second dimension. */
export type Measured = {
  readonly [N in MetricName]: { readonly name: N; readonly value: number } & (MetricPart<N> extends undefined
    ? { readonly part?: undefined }
    : { readonly part: MetricPart<N> });
}[MetricName];

/** Costs one log line; never throws. */
export type Measure = (measured: Measured) => void;

/** The second dimension of each series, `null` for the whole metric. */
export function seriesOf(
  name: MetricName,
): readonly ({ readonly name: string; readonly value: string } | null)[] {
  const { by, isAlsoWhole }: MetricDefinition = METRICS[name];
  if (!by) return [null];
  return [...(isAlsoWhole ? [null] : []), ...by.values.map((value) => ({ name: by.name, value }))];
}

/** An answered request, as the log has it. */
export interface AnsweredRequest {
  readonly method: string;
  /** The pattern: `/api/chat/:id`. */
  readonly route: string;
  readonly status: number;
  /** Of the failure. */
  readonly code?: ErrorCode | undefined;
  readonly durationMs: number;
  readonly notes?: Readonly<Record<string, unknown>> | undefined;
}

type Rule = (answered: AnsweredRequest) => readonly Measured[];

const one = <N extends Measured['name']>(name: N, part?: unknown): readonly Measured[] => [
  { name, value: 1, part } as Measured,
];

const NONE: readonly Measured[] = [];

/** Invalid requests and unknown tokens are not our faults. */
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
  // The segment is in the playlist once it is answered.
  'PUT /api/browser-stream/:stream_id/segments/:seq': ({ status, durationMs }) =>
    status < 400 ? [{ name: 'StoredToPlaylistSeconds', value: durationMs / 1000, part: 'direct' }] : NONE,
  'POST /api/auth/login': ({ status, code }) => [
    ...(status < 400 ? one('SignIns') : NONE),
    ...(code === 'invalid_credentials' || code === 'too_many_requests' ? one('SignInsFailed') : NONE),
  ],
  'POST /api/playback/failures': ({ status, notes }) => {
    const failure = notes?.['playback'] as { readonly kind: FailureKind } | undefined;
    if (status >= 400 || !failure) return NONE;
    return [{ name: 'PlaybackFailures', value: FAILURES_REPORTED_ONE_IN, part: failure.kind }];
  },
  'POST /api/chat/:id': ({ status }) => (status < 400 ? one('ChatMessages') : NONE),
};

/** Metrics of user experience; most requests have none. Pure. */
export const requestMetrics = (answered: AnsweredRequest): readonly Measured[] => [
  ...(RULES[`${answered.method} ${answered.route}`]?.(answered) ?? NONE),
  ...(answered.notes?.['guess'] === 'stranger' ? one('StrangersGuesses') : NONE),
];
