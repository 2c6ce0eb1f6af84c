import { createHash } from 'node:crypto';
import type { Removal, ReportBody } from '#shared/community/reports.ts';
import type { ReportReason } from '#shared/plain/moderation/report-words.ts';
import { DomainError, requireFound } from '#functions/base/errors.ts';
import type { RateCounter } from '#functions/limits/rate-counter.ts';
import type { ReportedItem } from '../cases/case.ts';
import type { CasesRepository } from '../cases/cases.repository.ts';
import type { PeopleRepository } from '../people.repository.ts';
import type { FindReportedItem } from './reported-items.repository.ts';

export interface ReportsDeps {
  readonly cases: Pick<CasesRepository, 'report' | 'findMany'>;
  readonly people: Pick<PeopleRepository, 'findSuspended'>;
  readonly findItem: FindReportedItem;
  readonly rates: RateCounter;
  readonly clock: () => number;
}

const thingOf = (kind: ReportBody['kind']) =>
  kind === 'profile' ? 'channel' : kind === 'playlist' ? 'page' : kind;

/**
 * Reports an item. Ignores a second report of the caller in the same round. Throws `not_found` if the caller may not see
 * the item, `conflict` if it is their own, `too_many_requests`.
 */
export async function report(deps: ReportsDeps, callerId: string, body: ReportBody): Promise<void> {
  await countReport(deps, callerId);
  const item = requireFound(await deps.findItem(callerId, body), thingOf(body.kind));
  if (item.subjectId === callerId) throw new DomainError('conflict', 'own_report');
  const { reason, words = '' } = body;
  await deps.cases.report(item, { reporterId: callerId, reason, words, atMs: deps.clock() });
}

/** Throws `conflict` if the caller is not suspended or an appeal is open, and `too_many_requests`. */
export async function appeal(deps: ReportsDeps, callerId: string, words: string): Promise<void> {
  await countReport(deps, callerId);
  const person = await deps.people.findSuspended(callerId);
  if (!person) throw new DomainError('conflict', 'not_suspended');
  const { reason, until } = person.suspension;
  const item: ReportedItem = {
    kind: 'appeal',
    caseId: `appeal.${callerId}`,
    subjectId: callerId,
    username: person.username,
    evidence: {
      text: words,
      title: null,
      picture_urls: [],
      at: null,
      suspension: { reason: reason as ReportReason, words: person.suspension.words, until },
    },
  };
  const isNew = await deps.cases.report(item, {
    reporterId: callerId,
    reason: 'other',
    words,
    atMs: deps.clock(),
  });
  if (!isNew) throw new DomainError('conflict', 'already_appealed');
}

/** The kinds of items whose id their owner knows. */
const OWN_KINDS = ['video', 'clip', 'playlist', 'channel', 'profile'] as const;

/** The removals of an item of the caller. Empty for items of others. */
export async function listRemovals(
  { cases }: Pick<ReportsDeps, 'cases'>,
  callerId: string,
  id: string,
): Promise<Removal[]> {
  const found = await cases.findMany(OWN_KINDS.map((kind) => `${kind}.${id}`));
  return OWN_KINDS.flatMap((kind) =>
    found
      .filter((one) => one.kind === kind && one.concerned === callerId)
      .flatMap(({ decisions }) => decisions.filter(({ act }) => act === 'remove'))
      .map(({ reason, words, at }) => ({ kind, reason, words, at })),
  );
}

/** Hashes the id, so that the counter contains no user id. */
const countReport = ({ rates }: ReportsDeps, callerId: string): Promise<void> =>
  rates.count('report', createHash('sha256').update(callerId).digest('base64url'));
