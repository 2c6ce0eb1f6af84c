/** Converts counts to what AWS meters. */
import type { Amounts } from '#functions/costs/prices.ts';
import { times, together } from '#infra/scale/counts.ts';
import { sumOf, type Tally } from '../counted/tally.ts';

/** Log volume per invocation: our line, Lambda's own, and the API's. */
const LOGGED_GB = 1.2e-6;

/** A Lambda has 1024 MB (`infra/cloud/functions`), so its seconds are GB-seconds. */
export const purposeAmounts = (hour: Tally, ...purposes: readonly string[]): Amounts => {
  const of = (what: string): number => sumOf(hour, ...purposes.map((purpose) => `${what} ${purpose}`));
  const routed = purposes.filter((purpose) => purpose !== 'work' && purpose !== 'listening');
  return {
    apiRequest: sumOf(hour, ...routed.map((purpose) => `invocations ${purpose}`)),
    lambdaRequest: of('invocations'),
    lambdaGbSecond: of('seconds'),
    tableWriteUnit: of('written'),
    tableReadUnit: of('read'),
    logGb: of('invocations') * LOGGED_GB,
  };
};

/** Returns the usage of a page's API requests, each with its route's average. `requests` are an hour's, by route. */
export function pageAmounts(requests: ReadonlyMap<string, number>, all: Tally): Amounts {
  const parts = [...requests].map(([route, count]) => {
    const invoked = all[`invocations ${route}`] ?? 0;
    return invoked === 0 ? {} : times(purposeAmounts(all, route), count / invoked);
  });
  return together(...parts);
}
