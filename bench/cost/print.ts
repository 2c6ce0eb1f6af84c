import { dollarsOf, PRICES_OF, type Amounts, type Metered } from '#functions/costs/prices.ts';
import { printColumns } from '../support/table.ts';
import type { Counts } from '#infra/scale/counts.ts';
import { scaleOf, SIZES, WAYS } from '#infra/scale/scale.ts';

/** Prints the counts of each part, and the cost of its hour in dollars. */
export function printCounts(heading: string, parts: object): void {
  const columns = Object.entries(parts).filter(
    (part): part is [string, Amounts] => typeof part[1] === 'object',
  );
  const names = [...new Set(columns.flatMap(([, amounts]) => Object.keys(amounts) as Metered[]))];
  printColumns(heading, [
    ['', ...columns.map(([name]) => name)],
    ...names.map((name) => [name, ...columns.map(([, amounts]) => (amounts[name] ?? 0).toPrecision(4))]),
    [`dollars, us-east-1 of ${PRICES_OF}`, ...columns.map(([, amounts]) => dollarsOf(amounts).toFixed(5))],
  ]);
}

/** Prints the cost per hour at each size, and the quota that is reached first. */
export function printScale(counts: Counts): void {
  for (const way of WAYS)
    printColumns(`An hour of ${way}`, [
      ['viewers', 'dollars', 'a viewer', 'the most expensive', 'the first quota'],
      ...SIZES.map((viewers) => {
        const { dollarsAnHour, services, bites } = scaleOf(counts, way, viewers);
        const [bite] = bites;
        return [
          String(viewers),
          dollarsAnHour.toFixed(2),
          (dollarsAnHour / viewers).toFixed(4),
          services[0]?.[0] ?? '',
          bite ? `${bite.quota.name}: ${Math.round(100 * bite.ratio)} %` : '',
        ];
      }),
    ]);
}
