import type { CaseContext, DecideBody, Decision, ModerationCase } from '../../shared/community/moderation.ts';
import { DomainError, notFound, unavailable } from '../base/errors.ts';
import type { Case } from './cases/case.ts';
import { isRepeated, planned } from './decisions/decision.ts';
import type { ModerationPorts } from './ports.ts';
import { toCase } from './wire.ts';

/** Several moderators at once, and others who change what is decided about. */
const ATTEMPTS = 6;

/** A page of what waits, or was decided. Throws `forbidden`. */
export async function listCases(
  ports: ModerationPorts,
  callerId: string,
  state: 'open' | 'decided',
  cursor: string | undefined,
): Promise<{ cases: ModerationCase[]; next: string | null }> {
  await requireModerator(ports, callerId);
  const { cases, next } = await ports.cases.list(state, cursor);
  return { cases: cases.map(toCase), next };
}

/** Throws `forbidden`, `not_found`. */
export async function getCase(ports: ModerationPorts, callerId: string, id: string): Promise<CaseContext> {
  const { cases, people } = ports;
  const [one] = await Promise.all([cases.find(id), requireModerator(ports, callerId)]);
  if (!one) throw notFound('Case');
  const [, channelId = '', messageId = ''] = id.split('.');
  const [reports, said_before, suspension = null, acts_before, isModerators] = await Promise.all([
    cases.reportsOf(one),
    one.kind === 'message' ? ports.saidBefore(channelId, messageId) : [],
    people.suspensionOf(one.concerned),
    ports.countActs(one.concerned),
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
 * Decides a case, or takes its last decision back. Nobody decides what concerns themselves or another moderator: the
 * operator takes the role first. Throws `forbidden`, `not_found`, `invalid_request`, and `conflict` where the case was
 * decided otherwise meanwhile.
 */
export async function decideCase(
  ports: ModerationPorts,
  callerId: string,
  id: string,
  body: DecideBody,
): Promise<ModerationCase> {
  await requireModerator(ports, callerId);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const one = await ports.cases.find(id);
    if (!one) throw notFound('Case');
    if (isRepeated(one, body)) return toCase(one);
    if (one.version !== body.version)
      throw new DomainError('conflict', 'Somebody else has just decided this. Look at it again.');
    await requireOthers(ports, callerId, one);
    const act = { act: body.act, one, moderator: callerId, ...planned(one, body, ports.clock()) };
    await requireTarget(ports, one, act.decision, body.act);
    const done = await ports.carryOut(act);
    if (done) return toCase(done);
    await requireModerator(ports, callerId);
  }
  throw unavailable('Many things are changing at once. Please try again.', undefined);
}

async function requireModerator({ people }: ModerationPorts, id: string): Promise<void> {
  if (!(await people.isModerator(id)))
    throw new DomainError('forbidden', 'This is for the moderators of the site.');
}

async function requireOthers({ people }: ModerationPorts, callerId: string, { concerned }: Case) {
  if (concerned === callerId)
    throw new DomainError('forbidden', 'This concerns you. Another moderator decides it.');
  if (await people.isModerator(concerned))
    throw new DomainError(
      'forbidden',
      'This concerns a moderator. The operator of the site takes the role first.',
    );
}

/** Whoever is to be suspended is there, and is not suspended already. */
async function requireTarget(
  { people }: ModerationPorts,
  { concerned }: Case,
  decision: Omit<Decision, 'seq'>,
  act: DecideBody['act'],
): Promise<void> {
  if (act !== 'suspend') return;
  const suspension = await people.suspensionOf(concerned);
  if (suspension === undefined) throw new DomainError('conflict', 'This account is gone.');
  if (suspension && decision.act === 'suspend')
    throw new DomainError('conflict', 'This account is suspended already.');
}
