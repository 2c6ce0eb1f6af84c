import { stacksOf } from '../stacks.ts';
import { ringingOf, type AlarmDefinition } from './ringing.ts';

/** Calls CloudWatch in a region and returns its result. Throws its errors. */
export type CloudWatch = (region: string, operation: string, input: object) => Promise<object>;

export interface RingOptions {
  readonly cloudWatch: CloudWatch;
  /** Name in the runbook, for example `WindowsLate`. */
  readonly name: string;
  readonly stage: string;
  /** The site's region. */
  readonly region: string;
  readonly nowMs: number;
}

/** Alarms on metrics of CloudFront and its web ACL. All others are in the site's stack. */
const STACKS: Readonly<Record<string, 'cdn' | 'guard'>> = {
  CdnErrors: 'cdn',
  AddressBlocks: 'guard',
  AddressMediaBlocks: 'guard',
  AuthAddressBlocks: 'guard',
  RefreshAddressBlocks: 'guard',
  BlocksNotEnding: 'guard',
};

/** CloudWatch does not re-evaluate a composite alarm until its parts change, so one of its parts is rung instead. */
const PARTS: Readonly<Record<string, string>> = { RequestsFail: 'ApiServerErrors' };

/** Makes an alarm of a deployed site ring. Returns what to expect. Throws if there is no such alarm. */
export async function ring({ cloudWatch, name, stage, region, nowMs }: RingOptions): Promise<string> {
  const stack = stacksOf(stage, region)[STACKS[name] ?? 'site'];
  const AlarmName = `${stack.name}-${PARTS[name] ?? name}`;
  const found = await cloudWatch(stack.region, 'DescribeAlarms', { AlarmNames: [AlarmName] });
  const { MetricAlarms: [alarm] = [] } = found as { readonly MetricAlarms?: readonly AlarmDefinition[] };
  if (!alarm) throw new Error(`There is no alarm ${AlarmName} in ${stack.region}.`);
  const { operation, input } = ringingOf(alarm, nowMs);
  await cloudWatch(stack.region, operation, input);
  return operation === 'SetAlarmState'
    ? `${AlarmName} rings until CloudWatch evaluates it again.`
    : `${AlarmName} rings within a few minutes, because of test data for its metric.`;
}
