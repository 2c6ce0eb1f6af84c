import { setBounded } from '#shared/plain/bounded.ts';
import { endpointOf, type Signing, signedRequests } from '#functions/aws/signed-requests.ts';

/** IVS's names of the metrics. Source: Amazon IVS Low-Latency Streaming User Guide, "Monitoring". */
const NAMES = {
  videoBitsPerSecond: 'IngestVideoBitrate',
  audioBitsPerSecond: 'IngestAudioBitrate',
  framesPerSecond: 'IngestFramerate',
  keyframeIntervalS: 'KeyframeInterval',
} as const;
export type IngestMetric = keyof typeof NAMES;

interface MetricPoint {
  readonly atMs: number;
  readonly value: number;
}

/** In order of time; metrics without data have no points. */
export type IngestMetrics = Readonly<Record<IngestMetric, readonly MetricPoint[]>>;

const METRICS = Object.keys(NAMES) as IngestMetric[];

const MAX_ENTRIES = 200;

/** As IVS recommends for its high-resolution metrics. */
const PERIOD_S = 5;

interface MetricsAnswer {
  readonly MetricDataResults?: readonly {
    readonly Id?: string;
    /** Since 1970, in seconds. */
    readonly Timestamps?: readonly number[];
    readonly Values?: readonly number[];
  }[];
}

interface Remembered {
  readonly metrics: Promise<IngestMetrics | null>;
  readonly untilMs: number;
}

/**
 * Reads a channel's metrics from CloudWatch, in points of five seconds; `null` when CloudWatch does not answer. One
 * request reads four metrics, which are billed each, and is remembered until there may be another point. Source: Amazon CloudWatch API Reference, "GetMetricData", by AWS JSON 1.0.
 */
export function ingestMetricsOfCloudWatch(signing: Signing) {
  const send = signedRequests('monitoring', signing);
  const known = new Map<string, Remembered>();
  const ask = async (channelArn: string, fromMs: number, toMs: number): Promise<IngestMetrics | null> => {
    const request = {
      method: 'POST',
      url: new URL('/', await endpointOf('cloudwatch', signing.region, 'monitoring')),
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': 'GraniteServiceVersion20100801.GetMetricData',
      },
      body: JSON.stringify({
        StartTime: Math.floor(fromMs / 1000),
        EndTime: Math.ceil(toMs / 1000),
        ScanBy: 'TimestampAscending',
        MetricDataQueries: METRICS.map((metric) => queryOf(metric, channelArn)),
      }),
    } as const;
    const answer = await send(request).catch(() => null);
    return answer?.status === 200 ? toMetrics(JSON.parse(answer.body) as MetricsAnswer) : null;
  };
  return (channelArn: string, fromMs: number, toMs: number): Promise<IngestMetrics | null> => {
    const before = known.get(channelArn);
    if (before && before.untilMs > toMs) return before.metrics;
    const metrics = ask(channelArn, fromMs, toMs);
    setBounded(known, channelArn, { metrics, untilMs: toMs + PERIOD_S * 1000 }, MAX_ENTRIES);
    return metrics;
  };
}

const queryOf = (metric: IngestMetric, channelArn: string) => ({
  Id: metric,
  MetricStat: {
    Metric: {
      Namespace: 'AWS/IVS',
      MetricName: NAMES[metric],
      // The dimension's value is the part of the ARN after the slash.
      Dimensions: [{ Name: 'Channel', Value: channelArn.slice(channelArn.indexOf('/') + 1) }],
    },
    Period: PERIOD_S,
    Stat: metric === 'keyframeIntervalS' ? 'Maximum' : 'Average',
  },
});

function toMetrics({ MetricDataResults = [] }: MetricsAnswer): IngestMetrics {
  const pointsOf = (metric: IngestMetric): MetricPoint[] => {
    const { Timestamps = [], Values = [] } = MetricDataResults.find(({ Id }) => Id === metric) ?? {};
    return Timestamps.map((atS, index) => ({ atMs: atS * 1000, value: Values[index] ?? 0 }));
  };
  return Object.fromEntries(METRICS.map((metric) => [metric, pointsOf(metric)])) as unknown as IngestMetrics;
}
