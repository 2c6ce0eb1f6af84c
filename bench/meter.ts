/** Measures the fan meter's errors under different noise: the table of docs/meter.md. Takes a quarter of an hour. */
import { CONDITIONS, type Score, scoreOf } from '#test/support/media/meter/meter-scores.ts';

const CASES = 300;
/** Tests and soaks use other seeds. */
const FIRST_SEED = 6_000_000;

const percent = (share: number): string => `${(100 * share).toFixed(share < 0.01 ? 2 : 0)} %`;

function rowOf(
  name: string,
  { cases, measured, measuredWithoutBlades, bladesFound, errors, wrong }: Score,
): string {
  const at = (share: number) =>
    errors.length > 0 ? percent(errors[Math.floor(share * (errors.length - 1))] ?? 0) : '–';
  const unmeasured = [measured, measuredWithoutBlades, bladesFound].map((count) =>
    percent(1 - count / cases),
  );
  return `| ${[name, cases, at(0.5), at(0.95), at(1), ...unmeasured, wrong.length].join(' | ')} |`;
}

export async function measureMeter(): Promise<void> {
  console.log('\n| | tries | median error | 95 % | largest | no rpm | no passes | no blades | wrong |');
  console.log('|---|---|---|---|---|---|---|---|---|');
  for (const condition of CONDITIONS)
    console.log(rowOf(condition.name, scoreOf(condition, CASES, FIRST_SEED)));
}
