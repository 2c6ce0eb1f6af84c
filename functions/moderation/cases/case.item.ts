/**
 * Cases and reports. Keys:
 *
 * | item   | pk          | sk              | gsi1pk            | gsi1sk      | gsi2pk           | gsi2sk      |
 * |--------|-------------|-----------------|-------------------|-------------|------------------|-------------|
 * | case   | `CASE#<id>` | `CASE`          | `CASES#<state>`   | `<at>#<id>` | `CASES_OF#<id>`  | `<case id>` |
 * | report | `CASE#<id>` | `REPORT#<who>`  | `REPORTS_BY#<who>`| `<at>#<id>` |                  |             |
 *
 * All reports of an item belong to one case. A decided case opens again when the item is reported again (`round`), and
 * expires unless it is the reason of a suspension in effect.
 */
import type { Case } from './case.ts';

const casePartition = (id: string): string => `CASE#${id}`;
export const caseKey = (id: string) => ({ pk: casePartition(id), sk: 'CASE' });
export const REPORT_PREFIX = 'REPORT#';
export const reportKey = (id: string, who: string) => ({ pk: casePartition(id), sk: REPORT_PREFIX + who });
type State = Pick<Case, 'id' | 'is_open' | 'first_at' | 'decisions'>;
/** Open cases are ordered by their first report, decided ones by their last decision. */
export const stateKeys = ({ id, is_open, first_at, decisions }: State) => ({
  gsi1pk: `CASES#${is_open ? 'open' : 'decided'}`,
  gsi1sk: `${is_open ? first_at : (decisions.at(-1)?.at ?? first_at)}#${id}`,
});
export const casesOfPartition = (id: string): string => `CASES_OF#${id}`;
export const reportsByPartition = (who: string): string => `REPORTS_BY#${who}`;
