import type { CaseContext, DecideBody, Decision, ModerationCase } from '#shared/community/moderation.ts';
import type { ReportReason } from '#shared/plain/moderation/report-words.ts';
import { busy, DomainError, notFound, requireFound } from '#functions/base/errors.ts';
import type { Case } from './cases/case.ts';
import type { CasesRepository } from './cases/cases.repository.ts';
import { isRepeated, planDecision } from './decisions/decision.ts';
import type { ExecuteDecision } from './decisions/execute-decision.writes.ts';
import type { PeopleRepository } from './people.repository.ts';

export interface ModerationDeps {
  readonly cases: CasesRepository;
  readonly people: Pick<PeopleRepository, 'isModerator' | 'suspensionOf'>;
  readonly executeDecision: ExecuteDecision;
  readonly precedingMessages: (channelId: string, messageId: string) => Promise<CaseContext['said_before']>;
  /** At most 50. */
  readonly countActs: (id: string) => Promise<number>;
  readonly clock: () => number;
}

/** Moderators may decide at the same time, or the item changes. */
const ATTEMPTS = 6;

/** Throws `forbidden`. */
export async function listCases(
  deps: ModerationDeps,
  callerId: string,
  state: 'open' | 'decided',
  cursor: string | undefined,
): Promise<{ cases: ModerationCase[]; next: string | null }> {
  await requireModerator(deps, callerId);
  const { cases, next } = await deps.cases.list(state, cursor);
  return { cases: cases.map(toCase), next };
}

/** Throws `forbidden`, `not_found`. */
export async function getCase(deps: ModerationDeps, callerId: string, id: string): Promise<CaseContext> {
  const { cases, people } = deps;
  const [one] = await Promise.all([cases.find(id), requireModerator(deps, callerId)]);
  if (!one) throw notFound('case');
  const [, channelId = '', messageId = ''] = id.split('.');
  const [reports, said_before, suspension = null, acts_before, isModerators] = await Promise.all([
    cases.reportsOf(one),
    one.kind === 'message' ? deps.precedingMessages(channelId, messageId) : [],
    people.suspensionOf(one.concerned),
    deps.countActs(one.concerned),
    people.isModerator(one.concerned),
  ]);
  return {
    case: toCase(one),
    reports: reports.map(({ reason, words, at }) => ({ reason, words, at })),
    said_before,
    suspension,
    acts_before,
    is_yours: isModerators,
  };
}

/**
 * Decides a case, or undoes its last decision. Throws `forbidden`, also for a case about a moderator, `not_found`,
 * `invalid_request`, and `conflict` if another moderator has decided the case since.
 */
export async function decideCase(
  deps: ModerationDeps,
  callerId: string,
  id: string,
  body: DecideBody,
): Promise<ModerationCase> {
  await requireModerator(deps, callerId);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const one = requireFound(await deps.cases.find(id), 'case');
    if (isRepeated(one, body)) return toCase(one);
    if (one.version !== body.version) throw new DomainError('conflict', 'decided_elsewhere');
    await requireUninvolved(deps, callerId, one);
    const plan = planDecision(one, body, deps.clock());
    await requireSuspendable(deps, one, plan.decision, body.act);
    const decided = await deps.executeDecision({ act: body.act, one, moderator: callerId, ...plan });
    if (decided) return toCase(decided);
    await requireModerator(deps, callerId);
  }
  throw busy('changed_elsewhere');
}

async function requireModerator({ people }: ModerationDeps, id: string): Promise<void> {
  if (!(await people.isModerator(id))) throw new DomainError('forbidden', 'only_moderators');
}

async function requireUninvolved({ people }: ModerationDeps, callerId: string, { concerned }: Case) {
  if (concerned === callerId) throw new DomainError('forbidden', 'case_about_you');
  if (await people.isModerator(concerned)) throw new DomainError('forbidden', 'case_about_moderator');
}

/** A suspension needs an account that exists and is not suspended. */
async function requireSuspendable(
  { people }: ModerationDeps,
  { concerned }: Case,
  decision: Omit<Decision, 'seq'>,
  act: DecideBody['act'],
): Promise<void> {
  if (act !== 'suspend') return;
  const suspension = await people.suspensionOf(concerned);
  if (suspension === undefined) throw new DomainError('conflict', 'account_gone');
  if (suspension && decision.act === 'suspend') throw new DomainError('conflict', 'already_suspended');
}

const toCase = (item: Case): ModerationCase => ({
  id: item.id,
  kind: item.kind,
  channel_id: item.concerned,
  username: item.username,
  evidence: item.evidence,
  reports: item.reports,
  reasons: (Object.entries(item.reasons) as [ReportReason, number][])
    .map(([reason, count]) => ({ reason, count }))
    .toSorted((a, b) => b.count - a.count),
  first_at: item.first_at,
  latest_at: item.latest_at,
  is_open: item.is_open,
  version: item.version,
  decisions: [...item.decisions],
});
