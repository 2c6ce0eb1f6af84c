/** CloudFront's flat-rate plans beside what it bills by use. Pure. */
import { dollarsOf, type Amounts } from '#functions/costs/prices.ts';

interface Plan {
  readonly name: string;
  readonly dollarsAMonth: number;
  readonly requests: number;
  readonly gb: number;
}

/** Source: aws.amazon.com/cloudfront/pricing and the Developer Guide, "CloudFront flat-rate pricing plans". */
export const PLANS: readonly Plan[] = [
  { name: 'pro', dollarsAMonth: 15, requests: 10_000_000, gb: 50_000 },
  { name: 'business', dollarsAMonth: 200, requests: 125_000_000, gb: 50_000 },
  { name: 'premium', dollarsAMonth: 1000, requests: 500_000_000, gb: 50_000 },
];

export interface PlanUse {
  /** Hours of viewers a month from which the plan costs less than use. */
  readonly fromHours: number;
  /** Hours of viewers a month that it includes. */
  readonly includedHours: number;
  /** What they cost by use, at the price of the first gigabytes. */
  readonly dollarsByUse: number;
}

export function planUse({ dollarsAMonth, requests, gb }: Plan, viewer: Amounts): PlanUse {
  const { cdnRequest = 0, cdnGb = 0 } = viewer;
  const anHour = dollarsOf({ cdnRequest, cdnGb });
  const includedHours = Math.min(requests / cdnRequest, gb / cdnGb);
  return { fromHours: dollarsAMonth / anHour, includedHours, dollarsByUse: includedHours * anHour };
}
