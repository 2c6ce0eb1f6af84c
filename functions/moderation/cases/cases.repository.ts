import {
  cancellationReasons,
  HIGH_CONTENTION_ATTEMPTS,
  WriteConflictError,
  retryOnConflict,
} from '#functions/aws/retry.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import { getMany, queryAll, queryPage } from '#functions/aws/table/read-items.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import { ABSENT, putInput, type Condition } from '#functions/aws/table/write-items.ts';
import { seconds } from '#functions/base/seconds.ts';
import { decodeCursor, encodeCursor } from '#functions/aws/table/cursor.ts';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { REPORT_KEPT_MS, type Case, type NewReport, type Report, type ReportedItem } from './case.ts';
import {
  caseKey,
  casesOfPartition,
  REPORT_PREFIX,
  reportKey,
  reportsByPartition,
  stateKeys,
} from './case.item.ts';

const PAGE = 20;
const MAX_REPORTS = 50;
const FAILED = 'ConditionalCheckFailed';
const CURSOR = /^\d{4}-\d\d-\d\dT[\d:.]+Z#[\w.-]+$/;

interface CasePage {
  readonly cases: readonly Case[];
  readonly next: string | null;
}

export type CasesRepository = ReturnType<typeof casesRepository>;

export const casesRepository = (table: Table) => ({
  /** False if this person has already reported the item in this round. */
  report: (item: ReportedItem, report: NewReport): Promise<boolean> =>
    retryOnConflict(() => tryReport(table, item, report), HIGH_CONTENTION_ATTEMPTS),
  find: async (id: string): Promise<Case | null> => (await getItem<Case>(table, caseKey(id))) ?? null,
  /** Existing cases, in no order. Eventually consistent. */
  findMany: (ids: readonly string[]): Promise<Case[]> => getMany<Case>(table, ids.map(caseKey)),
  /** Open cases, oldest first; or decided ones, latest first. */
  list: async (state: 'open' | 'decided', cursor: string | undefined): Promise<CasePage> => {
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
  /** The latest reports of the current round, latest first. Reads all, because they are ordered by who reported. */
  reportsOf: async ({ id, round }: Case): Promise<Report[]> => {
    const reports = await queryAll<Report>(table, {
      KeyConditionExpression: 'pk = :case AND begins_with(sk, :report)',
      ExpressionAttributeValues: { ':case': caseKey(id).pk, ':report': REPORT_PREFIX },
    });
    const current = reports.filter((report) => report.round === round);
    return current.toSorted((a, b) => (a.at < b.at ? 1 : -1)).slice(0, MAX_REPORTS);
  },
});

/** Throws `WriteConflictError` if the case has changed since it was read. */
async function tryReport(table: Table, item: ReportedItem, report: NewReport): Promise<boolean> {
  const existing = await getItem<Case>(table, caseKey(item.caseId));
  const at = new Date(report.atMs).toISOString();
  const round = existing?.is_open ? existing.round : (existing?.round ?? 0) + 1;
  const TransactItems = [
    existing?.is_open
      ? countReport(table, withText(existing, item), existing.evidence.text, report, at)
      : openCase(table, existing, item, report, at),
    { Put: putInput(table, reportItem(item, report, { at, round }), notInRound(round)) },
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

const notInRound = (round: number): Condition => ({
  if: 'attribute_not_exists(pk) OR #round < :round',
  values: { ':round': round },
  names: { '#round': 'round' },
});

const reportItem = (
  { caseId, kind }: ReportedItem,
  { reporterId, reason, words, atMs }: NewReport,
  { at, round }: Pick<Report, 'at' | 'round'>,
) => ({
  ...reportKey(caseId, reporterId),
  gsi1pk: reportsByPartition(reporterId),
  gsi1sk: `${at}#${caseId}`,
  ...({ case_id: caseId, kind, reason, words, at, round } satisfies Report),
  expires_at: seconds(atMs + REPORT_KEPT_MS),
});

/** Longer ones keep only the first texts. */
const EVIDENCE_MAX_LENGTH = 10_000;

/** Each text of a comment that was changed between reports. */
function withText(existing: Case, { kind, evidence: { text } }: ReportedItem): Case {
  const known = existing.evidence.text;
  const isKnown = kind !== 'comment' || `\n\n${known}\n\n`.includes(`\n\n${text}\n\n`);
  if (isKnown || known.length + text.length > EVIDENCE_MAX_LENGTH) return existing;
  return { ...existing, evidence: { ...existing.evidence, text: `${known}\n\n${text}` } };
}

/** The case keeps its place in the queue. */
const countReport = (
  { TableName }: Table,
  existing: Case,
  knownText: string,
  { reason }: NewReport,
  at: string,
): Write => ({
  Update: {
    TableName,
    Key: caseKey(existing.id),
    UpdateExpression:
      'SET latest_at = :at, evidence.#text = :text, #reasons.#reason = if_not_exists(#reasons.#reason, :none) + :one ADD #reports :one',
    ConditionExpression: 'is_open = :true AND #round = :round AND evidence.#text = :known',
    ExpressionAttributeNames: {
      '#reasons': 'reasons',
      '#reason': reason,
      '#text': 'text',
      '#reports': 'reports',
      '#round': 'round',
    },
    ExpressionAttributeValues: {
      ':at': at,
      ':none': 0,
      ':one': 1,
      ':true': true,
      ':round': existing.round,
      ':known': knownText,
      ':text': existing.evidence.text,
    },
  },
});

function openCase(
  table: Table,
  existing: Case | undefined,
  { caseId: id, kind, subjectId: concerned, username, evidence }: ReportedItem,
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
    round: (existing?.round ?? 0) + 1,
    version: (existing?.version ?? 0) + 1,
    // Earlier decisions stay in effect, and can be undone, while the case is open again.
    decisions: (existing?.decisions ?? []).filter(({ act }) => act !== 'dismiss'),
    ...(existing?.removed && { removed: existing.removed }),
  };
  const isUnchanged = existing ? { if: 'version = :known', values: { ':known': existing.version } } : ABSENT;
  return {
    Put: putInput(table, { ...caseKey(id), ...stateKeys(item), ...subjectKeys(item), ...item }, isUnchanged),
  };
}

const subjectKeys = ({ concerned, id }: Case) => ({ gsi2pk: casesOfPartition(concerned), gsi2sk: id });
