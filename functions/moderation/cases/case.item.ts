/**
 * What was reported, as the table holds it. Keys:
 *
 * | item   | pk          | sk              | gsi1pk            | gsi1sk      | gsi2pk           | gsi2sk      |
 * |--------|-------------|-----------------|-------------------|-------------|------------------|-------------|
 * | case   | `CASE#<id>` | `CASE`          | `CASES#<state>`   | `<at>#<id>` | `CASES_OF#<id>`  | `<case id>` |
 * | report | `CASE#<id>` | `REPORT#<who>`  | `REPORTS_BY#<who>`| `<at>#<id>` |                  |             |
 *
 * A case is one thing, however many report it: its id is the thing's kind and id. It is open until it is decided, and
 * again when the thing is reported once more (`round`). A case that was decided expires with its reports, unless
 * somebody is suspended by it.
 */
import type { Case } from './case.ts';

const casePartition = (id: string): string => `CASE#${id}`;
export const caseKey = (id: string) => ({ pk: casePartition(id), sk: 'CASE' });
export const REPORT_PREFIX = 'REPORT#';
export const reportKey = (id: string, who: string) => ({ pk: casePartition(id), sk: REPORT_PREFIX + who });
type State = Pick<Case, 'id' | 'is_open' | 'first_at' | 'decisions'>;
/** Open ones wait in the order of their first reports, decided ones stand in that of their last decisions. */
export const stateKeys = ({ id, is_open, first_at, decisions }: State) => ({
  gsi1pk: `CASES#${is_open ? 'open' : 'decided'}`,
  gsi1sk: `${is_open ? first_at : (decisions.at(-1)?.at ?? first_at)}#${id}`,
});
export const casesOfPartition = (id: string): string => `CASES_OF#${id}`;
export const reportsByPartition = (who: string): string => `REPORTS_BY#${who}`;
