import { expect, test } from 'vitest';
import { METRIC_NAMESPACE } from '../../../../functions/metrics/metrics.ts';
import { badData, ringingOf, type AlarmDefinition } from '../../../../infra/cloud/alarms/ring.ts';
import { evaluate } from '../../../support/stack/alarm-evaluation.ts';
import { resources } from '../../../support/stack/site-queries.ts';
import { synthesizeSite } from '../../../support/stack/site.ts';

const NOW_MS = Date.parse('2026-11-20T12:00:30Z');
const alarms = Object.values(resources<AlarmDefinition>(synthesizeSite(), 'AWS::CloudWatch::Alarm')).map(
  ({ Properties }) => Properties,
);
const isOfSilence = ({ TreatMissingData }: AlarmDefinition) => TreatMissingData === 'breaching';
const named = (some: readonly AlarmDefinition[]) => some.map((alarm) => [alarm.AlarmName, alarm] as const);

test.each(named(alarms.filter((alarm) => !isOfSilence(alarm))))(
  '%s rings where what it watches is as bad as it says, and not one value sooner',
  (_name, alarm) => {
    const bad = badData(alarm, NOW_MS);
    expect(evaluate(alarm, bad, NOW_MS)).toBe('ALARM');
    expect(evaluate(alarm, bad.slice(1), NOW_MS)).toBe('OK');
    const better = bad.map((datum) => ({ ...datum, Value: datum.Value - 1 }));
    expect(evaluate(alarm, better, NOW_MS)).toBe('OK');
    expect(evaluate(alarm, [], NOW_MS)).toBe('OK');
  },
);

test.each(named(alarms.filter(isOfSilence)))(
  '%s rings in silence, and not while it ticks',
  (_name, alarm) => {
    const { MetricName, Dimensions = [], Threshold } = alarm;
    const ticks = [{ MetricName, Dimensions, Timestamp: NOW_MS / 1000 - 60, Value: Math.ceil(Threshold) }];
    expect(evaluate(alarm, [], NOW_MS)).toBe('ALARM');
    expect(evaluate(alarm, ticks, NOW_MS)).toBe('OK');
  },
);

const isOurs = ({ Namespace }: AlarmDefinition) => Namespace === METRIC_NAMESPACE;

test.each(named(alarms.filter(isOurs)))('the command makes %s ring by what it watches', (_name, alarm) => {
  const ringing = ringingOf(alarm, NOW_MS);
  const { Namespace, MetricData } = ringing.operation === 'PutMetricData' ? ringing.input : never();
  expect(Namespace).toBe(alarm.Namespace);
  expect(evaluate(alarm, MetricData, NOW_MS)).toBe('ALARM');
});

// AWS takes no values of its own metrics from anybody (CloudWatch API Reference, "PutMetricData").
test.each(named(alarms.filter((alarm) => !isOurs(alarm))))(
  'the command makes %s ring by its state',
  (AlarmName, alarm) => {
    expect(alarm.Namespace).toMatch(/^AWS\//);
    expect(ringingOf(alarm, NOW_MS)).toMatchObject({
      operation: 'SetAlarmState',
      input: { AlarmName, StateValue: 'ALARM' },
    });
  },
);

function never(): never {
  throw new Error('It rings by its state');
}
