/** Which decisions a case allows, and what they come to. Pure. */
import type { DecideBody, Decision } from '../../../shared/community/moderation.ts';
import { DomainError } from '../../base/errors.ts';
import type { Case } from '../cases/case.ts';
import { DAY_MS } from '../../../shared/plain/time.ts';
import type { PlannedAct } from '../ports.ts';

type Planned = Pick<PlannedAct, 'decision' | 'decisions'>;

/** Throws `conflict` and `invalid_request` in words that say what is in the way. */
export function planned(one: Case, body: DecideBody, nowMs: number): Planned {
  return body.act === 'undo' ? takenBack(one) : decided(one, { ...body, act: body.act }, nowMs);
}

function takenBack({ decisions }: Case): Planned {
  const last = decisions.at(-1);
  if (!last) throw new DomainError('conflict', 'There is no decision to take back.');
  if (last.act === 'lift')
    throw new DomainError('conflict', 'This suspension was lifted; only a new report can lead to another.');
  return { decision: last, decisions: () => decisions.slice(0, -1) };
}

type Deciding = DecideBody & { readonly act: Decision['act'] };

function decided(one: Case, { act, reason, days, words = '' }: Deciding, nowMs: number): Planned {
  const { decisions, kind, is_open: isOpen } = one;
  if (!isOpen && decisions.some((known) => known.act === act))
    throw new DomainError('conflict', 'This was decided so already.');
  if (!isOpen && act === 'dismiss' && decisions.length > 0)
    throw new DomainError('conflict', 'This was decided otherwise. Take that back first.');
  if ((kind === 'appeal') !== (act === 'lift') && act !== 'dismiss')
    throw new DomainError('invalid_request', 'This cannot be decided so.');
  const needsReason = act === 'remove' || act === 'suspend';
  if (needsReason && !reason) throw new DomainError('invalid_request', 'Reason is required.');
  if (act === 'suspend' && days === undefined)
    throw new DomainError('invalid_request', 'Say for how many days; null is for good.');
  const until = act === 'suspend' && days ? new Date(nowMs + days * DAY_MS).toISOString() : null;
  const at = new Date(nowMs).toISOString();
  const decision = { act, reason: (needsReason && reason) || null, until, words, at };
  // Of a case that was opened again, a decision takes the place of the former one of its kind.
  const before = decisions.filter((known) => known.act !== 'dismiss' && known.act !== act);
  return { decision, decisions: (seq) => [...before, { ...decision, seq }] };
}

/** Whether this very request has been carried out, and its answer was lost. */
export const isRepeated = ({ version, last_act }: Case, body: DecideBody): boolean =>
  version === body.version + 1 && last_act === body.act;
