import { stacksOf } from '../stacks.ts';
import { ringingOf, type AlarmDefinition } from './ringing.ts';

/** Asks CloudWatch in a region; answers what it says. Throws what it refuses. */
export type CloudWatch = (region: string, operation: string, input: object) => Promise<object>;

export interface RingOptions {
  readonly cloudWatch: CloudWatch;
  /** As the runbook calls it: `WindowsLate`. */
  readonly name: string;
  readonly stage: string;
  /** The site's. */
  readonly region: string;
  readonly nowMs: number;
}

/** Alarms of what CloudFront and its web ACL count. All others are the site's. */
const STACKS: Readonly<Record<string, 'cdn' | 'guard'>> = {
  CdnErrors: 'cdn',
  AddressBlocks: 'guard',
  AddressMediaBlocks: 'guard',
  AuthAddressBlocks: 'guard',
  RefreshAddressBlocks: 'guard',
  BlocksNotEnding: 'guard',
};

/** One that CloudWatch would not put right: a joint alarm follows its parts, so one of these is rung. */
const PARTS: Readonly<Record<string, string>> = { RequestsFail: 'ApiServerErrors' };

/** Makes an alarm of a deployed site ring, as it stands there. Answers what will be heard; throws where there is none. */
export async function ring({ cloudWatch, name, stage, region, nowMs }: RingOptions): Promise<string> {
  const stack = stacksOf(stage, region)[STACKS[name] ?? 'site'];
  const AlarmName = `${stack.name}-${PARTS[name] ?? name}`;
  const found = await cloudWatch(stack.region, 'DescribeAlarms', { AlarmNames: [AlarmName] });
  const { MetricAlarms: [alarm] = [] } = found as { readonly MetricAlarms?: readonly AlarmDefinition[] };
  if (!alarm) throw new Error(`There is no alarm ${AlarmName} in ${stack.region}.`);
  const { operation, input } = ringingOf(alarm, nowMs);
  await cloudWatch(stack.region, operation, input);
  return operation === 'SetAlarmState'
    ? `${AlarmName} rings until CloudWatch looks again.`
    : `${AlarmName} rings within a few minutes, by what it watches.`;
}
