import { AwsError } from '#infra/local/aws/aws-error.ts';
import type { Operation } from '#infra/local/aws/aws-server.ts';
import type { AlarmDefinition, MetricDatum } from '#operate/ring/ringing.ts';
import { evaluate } from './alarm-evaluation.ts';

/** A fake of CloudWatch's alarms in one region. */
export interface FakeCloudWatch {
  readonly operations: Readonly<Record<string, Operation>>;
  /** Returns the names of the ringing alarms. */
  ringing(): string[];
}

/** Creates alarms without data; `clock` is the time of the evaluation. */
export function fakeCloudWatch(alarms: readonly AlarmDefinition[], clock: () => number): FakeCloudWatch {
  const data: (MetricDatum & { readonly Namespace: string })[] = [];
  const put = new Set<string>();
  const named = (name: string) => alarms.find(({ AlarmName }) => AlarmName === name);
  const isRinging = (alarm: AlarmDefinition) =>
    !alarm.Metrics &&
    evaluate(
      alarm,
      data.filter(({ Namespace }) => Namespace === alarm.Namespace),
      clock(),
    ) === 'ALARM';
  return {
    operations: {
      DescribeAlarms: ({ AlarmNames }: { readonly AlarmNames: readonly string[] }) => ({
        MetricAlarms: AlarmNames.flatMap((name) => named(name) ?? []).map(withoutReferences),
      }),
      PutMetricData: (input: { readonly Namespace: string; readonly MetricData: readonly MetricDatum[] }) => {
        const { Namespace, MetricData } = input;
        if (Namespace.startsWith('AWS/'))
          throw new AwsError('InvalidParameterValue', 'The value AWS/ for parameter Namespace is invalid.');
        data.push(...MetricData.map((datum) => ({ ...datum, Namespace })));
        return {};
      },
      SetAlarmState: ({ AlarmName, StateValue, StateReason }: Readonly<Record<string, string>>) => {
        if (!named(AlarmName ?? '')) throw new AwsError('ResourceNotFound', 'There is no such alarm.', 404);
        if (StateValue !== 'ALARM' || !StateReason) throw new AwsError('ValidationError', 'StateReason');
        put.add(AlarmName!);
        return {};
      },
    },
    ringing: () =>
      alarms
        .filter((alarm) => put.has(alarm.AlarmName) || isRinging(alarm))
        .map(({ AlarmName }) => AlarmName),
  };
}

/** Returns a template's alarm as deployed. */
const withoutReferences = (alarm: AlarmDefinition): AlarmDefinition =>
  JSON.parse(JSON.stringify(alarm, (_, value: unknown) => (isReference(value) ? 'resolved' : value)));

const isReference = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).some((key) => /^(Ref|Fn::\w+)$/.test(key));
