import {
  cancellationReasons,
  HIGH_CONTENTION_ATTEMPTS,
  WriteConflictError,
  retryOnConflict,
} from '../../aws/retry.ts';
import { getItem } from '../../aws/table/get-item.ts';
import { getMany, queryPage } from '../../aws/table/read-items.ts';
import type { Table, Write } from '../../aws/table/table.ts';
import { ABSENT, placement, type Condition } from '../../aws/table/write-expressions.ts';
import { seconds } from '../../base/seconds.ts';
import { decodeCursor, encodeCursor } from '../../aws/table/cursor.ts';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { REPORT_KEPT_MS, type Case, type Report, type Thing } from './case.ts';
import {
  caseKey,
  casesOfPartition,
  REPORT_PREFIX,
  reportKey,
  reportsByPartition,
  stateKeys,
} from './case.item.ts';
import type { CasesRepository, NewReport } from './ports.ts';

const PAGE = 20;
/** Of one case, as many as somebody reads. */
const REPORTS = 50;
const FAILED = 'ConditionalCheckFailed';
const CURSOR = /^\d{4}-\d\d-\d\dT[\d:.]+Z#[\w.-]+$/;

/** Reads cases and takes reports; see `case.item.ts` for the keys. */
export const casesRepository = (table: Table): CasesRepository => ({
  report: (thing, report) => retryOnConflict(() => tryReport(table, thing, report), HIGH_CONTENTION_ATTEMPTS),
  find: async (id) => (await getItem<Case>(table, caseKey(id))) ?? null,
  findMany: (ids) => getMany<Case>(table, ids.map(caseKey)),
  list: async (state, cursor) => {
    const isOpen = state === 'open';
    const { items, lastKey } = await queryPage<Case>(table, {
      IndexName: 'gsi1',
      KeyConditionExpression: cursor
        ? `gsi1pk = :cases AND gsi1sk ${isOpen ? '>' : '<'} :after`
        : 'gsi1pk = :cases',
      ExpressionAttributeValues: {
        ':cases': `CASES#${state}`,
        ...(cursor && { ':after': decodeCursor(cursor, CURSOR) }),
      },
      ScanIndexForward: isOpen,
      Limit: PAGE,
    });
    const last = items.at(-1);
    return { cases: items, next: lastKey && last ? encodeCursor(stateKeys(last).gsi1sk) : null };
  },
  reportsOf: async ({ id, round }) => {
    const { items } = await queryPage<Report>(table, {
      KeyConditionExpression: 'pk = :case AND begins_with(sk, :report)',
      ExpressionAttributeValues: { ':case': caseKey(id).pk, ':report': REPORT_PREFIX },
      Limit: REPORTS,
    });
    return items.filter((report) => report.round === round).toSorted((a, b) => (a.at < b.at ? 1 : -1));
  },
});

/** Throws `WriteConflictError` where the case has been opened or decided meanwhile. */
async function tryReport(table: Table, thing: Thing, report: NewReport): Promise<boolean> {
  const known = await getItem<Case>(table, caseKey(thing.caseId));
  const at = new Date(report.atMs).toISOString();
  const round = known?.is_open ? known.round : (known?.round ?? 0) + 1;
  const TransactItems = [
    known?.is_open ? counted(table, known, report, at) : opened(table, known, thing, report, at),
    { Put: placement(table, reportItem(thing, report, { at, round }), notIn(round)) },
  ];
  try {
    await table.client.send(new TransactWriteCommand({ TransactItems }));
    return true;
  } catch (error) {
    const [ofCase, ofReport] = cancellationReasons(error);
    if (ofReport === FAILED) return false;
    if (ofCase === FAILED) throw new WriteConflictError('The case has changed', { cause: error });
    throw error;
  }
}

const notIn = (round: number): Condition => ({
  if: 'attribute_not_exists(pk) OR #round < :round',
  values: { ':round': round },
  names: { '#round': 'round' },
});

const reportItem = (
  { caseId, kind }: Thing,
  { who, reason, words, atMs }: NewReport,
  { at, round }: Pick<Report, 'at' | 'round'>,
) => ({
  ...reportKey(caseId, who),
  gsi1pk: reportsByPartition(who),
  gsi1sk: `${at}#${caseId}`,
  ...({ case_id: caseId, kind, reason, words, at, round } satisfies Report),
  expires_at: seconds(atMs + REPORT_KEPT_MS),
});

/** One more report of a case that is open. Its place in the queue is that of the first. */
const counted = ({ TableName }: Table, known: Case, { reason }: NewReport, at: string): Write => ({
  Update: {
    TableName,
    Key: caseKey(known.id),
    UpdateExpression:
      'SET latest_at = :at, #reasons.#reason = if_not_exists(#reasons.#reason, :none) + :one ADD #reports :one',
    ConditionExpression: 'is_open = :true AND #round = :round',
    ExpressionAttributeNames: {
      '#reasons': 'reasons',
      '#reason': reason,
      '#reports': 'reports',
      '#round': 'round',
    },
    ExpressionAttributeValues: { ':at': at, ':none': 0, ':one': 1, ':true': true, ':round': known.round },
  },
});

/** The case as it begins, or begins again. */
function opened(
  table: Table,
  known: Case | undefined,
  { caseId: id, kind, concerned, username, evidence }: Thing,
  { reason }: NewReport,
  at: string,
): Write {
  const item: Case = {
    id,
    kind,
    concerned,
    username,
    evidence,
    reports: 1,
    reasons: { [reason]: 1 },
    first_at: at,
    latest_at: at,
    is_open: true,
    round: (known?.round ?? 0) + 1,
    version: (known?.version ?? 0) + 1,
    // Decisions stay in force, and can be taken back, while the case is open again.
    decisions: (known?.decisions ?? []).filter(({ act }) => act !== 'dismiss'),
    ...(known?.removed && { removed: known.removed }),
  };
  const isAsRead = known ? { if: 'version = :known', values: { ':known': known.version } } : ABSENT;
  return {
    Put: placement(table, { ...caseKey(id), ...stateKeys(item), ...ofConcerned(item), ...item }, isAsRead),
  };
}

const ofConcerned = ({ concerned, id }: Case) => ({ gsi2pk: casesOfPartition(concerned), gsi2sk: id });
