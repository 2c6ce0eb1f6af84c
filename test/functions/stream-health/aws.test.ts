import { Sha256 } from '@aws-crypto/sha256-js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ingestMetricsOfCloudWatch } from '#functions/stream-health/ingest-metrics.cloudwatch.ts';
import { ingestSessionOfIvs } from '#functions/stream-health/ingest-session.ivs.ts';
import { verifySignature } from '#infra/local/aws/sigv4.ts';
import { startMetrics } from '#infra/local/metrics/metrics.ts';
import { AnsweringAddress, type AddressAnswer } from '#test/support/stand-ins/answering-address.ts';
import { OBS } from '#test/support/fixtures/streams.ts';

const STREAM_ID = 'st-1A2b3C4d5E6f7G8h9I0j1K2';
const OTHER_STREAM_ID = 'st-9Z8y7X6w5V4u3T2s1R0q9P8';
const ARN = 'arn:aws:ivs:us-east-1:123456789012:channel/abcdABCDefgh';
const credentials = { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'example secret' };
const signing = { region: 'us-east-1', sha256: Sha256, credentials: async () => credentials };

async function aws(answer: () => AddressAnswer): Promise<AnsweringAddress> {
  const address = await AnsweringAddress.open(answer);
  vi.stubEnv('AWS_ENDPOINT_URL_IVS', address.url);
  vi.stubEnv('AWS_ENDPOINT_URL_CLOUDWATCH', address.url);
  return address;
}

beforeEach(() => {
  // The waits between attempts are not what these tests are about.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe('the encoder configuration from IVS', () => {
  const streamSession = {
    streamId: STREAM_ID,
    startTime: '2026-01-01T20:00:00.000Z',
    ingestConfiguration: {
      video: {
        codec: 'avc1',
        avcProfile: 'High',
        encoder: 'obs-output module (libobs version 31.0.0)',
        targetBitrate: 2_500_000,
        targetFramerate: 30,
        videoWidth: 1280,
        videoHeight: 720,
      },
      audio: { codec: 'mp4a', targetBitrate: 160_000, sampleRate: 48_000, channels: 2 },
    },
  };

  it('is read by a POST that is signed for IVS', async () => {
    await using ivs = await aws(() => ({ status: 200, body: { streamSession } }));
    expect(await ingestSessionOfIvs(signing, () => 0)(ARN, STREAM_ID)).toEqual({
      startedAtMs: Date.parse('2026-01-01T20:00:00Z'),
      reported: OBS,
      isConfigured: true,
    });
    const [{ method, path, headers, body }] = ivs.requests as [(typeof ivs.requests)[0]];
    expect([path, JSON.parse(body)]).toEqual(['/GetStreamSession', { channelArn: ARN, streamId: STREAM_ID }]);
    expect(headers['authorization']).toContain('/us-east-1/ivs/aws4_request');
    const url = new URL(path, ivs.url);
    expect(() =>
      verifySignature({ method, url, headers, body: Buffer.from(body) }, credentials),
    ).not.toThrow();
  });

  it('is requested once a minute, however many ask', async () => {
    await using ivs = await aws(() => ({ status: 200, body: { streamSession } }));
    let nowMs = 0;
    const sessionOf = ingestSessionOfIvs(signing, () => nowMs);
    await Promise.all([sessionOf(ARN, STREAM_ID), sessionOf(ARN, STREAM_ID)]);
    await sessionOf(ARN, STREAM_ID);
    expect(ivs.calls).toBe(1);
    await sessionOf(ARN, OTHER_STREAM_ID);
    nowMs = 61_000;
    await sessionOf(ARN, STREAM_ID);
    expect(ivs.calls).toBe(3);
  });

  it('is unknown while IVS does not know the stream, and then requested again', async () => {
    await using ivs = await aws(() => ({ status: 404, body: { exceptionMessage: 'not found' } }));
    const sessionOf = ingestSessionOfIvs(signing, () => 0);
    expect(await sessionOf(ARN, STREAM_ID)).toBeNull();
    expect(await sessionOf(ARN, STREAM_ID)).toBeNull();
    expect(ivs.calls).toBe(2);
  });

  it('is the channel’s latest before the first picture, unless it has ended', async () => {
    let session: object = streamSession;
    await using ivs = await aws(() => ({ status: 200, body: { streamSession: session } }));
    let nowMs = 0;
    const sessionOf = ingestSessionOfIvs(signing, () => nowMs);
    expect(await sessionOf(ARN, undefined)).toMatchObject({ reported: { video_codec: 'avc1' } });
    expect(JSON.parse(ivs.requests[0]?.body ?? '')).toEqual({ channelArn: ARN });
    session = { ...streamSession, endTime: '2026-01-01T20:01:00.000Z' };
    nowMs = 10_001;
    expect(await sessionOf(ARN, undefined)).toBeNull();
  });

  it('is unknown when IVS throttles', async () => {
    await using _ = await aws(() => ({ status: 429, body: {} }));
    expect(await ingestSessionOfIvs(signing, () => 0)(ARN, STREAM_ID)).toBeNull();
  });
});

describe('the stream metrics from CloudWatch', () => {
  it('are read in one request, for this channel only, at five-second resolution', async () => {
    await using watch = await aws(() => ({
      status: 200,
      body: {
        MetricDataResults: [
          { Id: 'videoBitsPerSecond', Timestamps: [1000, 1005], Values: [2e6, 3e6] },
          { Id: 'keyframeIntervalS', Timestamps: [1005], Values: [2] },
        ],
      },
    }));
    expect(await ingestMetricsOfCloudWatch(signing)(ARN, 1_000_000, 1_010_000)).toEqual({
      videoBitsPerSecond: [
        { atMs: 1_000_000, value: 2e6 },
        { atMs: 1_005_000, value: 3e6 },
      ],
      audioBitsPerSecond: [],
      framesPerSecond: [],
      keyframeIntervalS: [{ atMs: 1_005_000, value: 2 }],
    });
    expect(watch.calls).toBe(1);
    const [{ headers, body }] = watch.requests as [(typeof watch.requests)[0]];
    expect(headers['x-amz-target']).toBe('GraniteServiceVersion20100801.GetMetricData');
    expect(headers['authorization']).toContain('/us-east-1/monitoring/aws4_request');
    const { MetricDataQueries, ...range } = JSON.parse(body) as { MetricDataQueries: unknown[] };
    expect(range).toEqual({ StartTime: 1000, EndTime: 1010, ScanBy: 'TimestampAscending' });
    expect(MetricDataQueries).toHaveLength(4);
    expect(MetricDataQueries[0]).toEqual({
      Id: 'videoBitsPerSecond',
      MetricStat: {
        Metric: {
          Namespace: 'AWS/IVS',
          MetricName: 'IngestVideoBitrate',
          Dimensions: [{ Name: 'Channel', Value: 'abcdABCDefgh' }],
        },
        Period: 5,
        Stat: 'Average',
      },
    });
  });

  it('are unknown when CloudWatch refuses', async () => {
    await using _ = await aws(() => ({ status: 403, body: {} }));
    expect(await ingestMetricsOfCloudWatch(signing)(ARN, 0, 1000)).toBeNull();
  });
});

describe('the CloudWatch stand-in', () => {
  const data: Readonly<Record<string, readonly number[]>> = {
    'IngestVideoBitrate of abcdABCDefgh': [1, 3, 5, 7, 9, 11, 13],
    'KeyframeInterval of abcdABCDefgh': [2, 8, 2, 2, 2, 2, 2],
  };

  it('returns averages per period and the longest keyframe interval', async () => {
    const metrics = await startMetrics({
      credentials,
      metrics: {
        'AWS/IVS by Channel': (name, channel) =>
          (data[`${name} of ${channel}`] ?? []).map((value, n) => ({ atMs: 1_000_000 + n * 1000, value })),
      },
    });
    vi.stubEnv('AWS_ENDPOINT_URL_CLOUDWATCH', metrics.endpoint);
    const found = await ingestMetricsOfCloudWatch(signing)(ARN, 1_000_000, 1_007_000);
    await metrics.close();
    expect(found).toEqual({
      videoBitsPerSecond: [
        { atMs: 1_000_000, value: 5 },
        { atMs: 1_005_000, value: 12 },
      ],
      audioBitsPerSecond: [],
      framesPerSecond: [],
      keyframeIntervalS: [
        { atMs: 1_000_000, value: 8 },
        { atMs: 1_005_000, value: 2 },
      ],
    });
  });
});
