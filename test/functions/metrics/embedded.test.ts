import { describe, expect, it } from 'vitest';
import { embedded, measure } from '#functions/log/log.ts';
import {
  METRICS,
  seriesOf,
  STAGE_DIMENSION,
  type MetricDefinition,
  type MetricName,
} from '#functions/metrics/metrics.ts';
import { captureLog } from '#test/support/api/log-capture.ts';

const NAMES = Object.keys(METRICS) as MetricName[];

describe('a log line with metrics', () => {
  it('defines CloudWatch metrics by stage and dimension', () => {
    const line = embedded('dev', [{ name: 'PlaybackFailures', value: 10, part: 'decode' }], 1234);
    expect(line).toEqual({
      _aws: {
        Timestamp: 1234,
        CloudWatchMetrics: [
          {
            Namespace: 'Fanfare',
            Dimensions: [['Stage'], ['Stage', 'Kind']],
            Metrics: [{ Name: 'PlaybackFailures', Unit: 'Count' }],
          },
        ],
      },
      Stage: 'dev',
      Kind: 'decode',
      PlaybackFailures: 10,
    });
  });

  it('has no metrics when nothing was measured', () => {
    expect(embedded('dev', [], 1234)).toEqual({});
  });

  it('is written for measurements outside of requests', () => {
    const log = captureLog();
    measure({ name: 'OldestUnpublishedSeconds', value: 3.5 });
    measure({ name: 'StoredToPlaylistSeconds', value: 2, part: 'windows' });
    log.stop();
    expect(log.entries()).toMatchObject([
      { step: 'measured', OldestUnpublishedSeconds: 3.5 },
      { step: 'measured', StoredToPlaylistSeconds: 2, Way: 'windows' },
    ]);
  });
});

describe('the list of metrics', () => {
  it.each(NAMES)('%s: has few series, each with its own dimension', (name) => {
    const { by }: MetricDefinition = METRICS[name];
    expect(seriesOf(name).length).toBeLessThanOrEqual(6);
    expect(by?.name).not.toBe(STAGE_DIMENSION);
  });

  it('uses each dimension name once', () => {
    const dimensions = NAMES.flatMap((name) => (METRICS[name] as MetricDefinition).by?.name ?? []);
    expect(new Set(dimensions).size).toBe(dimensions.length);
  });
});
