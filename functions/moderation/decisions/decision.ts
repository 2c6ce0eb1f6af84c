import type { DecideBody, Decision } from '#shared/community/moderation.ts';
import { DomainError } from '#functions/base/errors.ts';
import type { Case } from '../cases/case.ts';
import { DAY_MS } from '#shared/plain/time.ts';

/** A decision that is executed in one transaction with its log entry. */
export interface PlannedDecision {
  readonly act: DecideBody['act'];
  /** As read; nothing happens if it has changed since. */
  readonly one: Case;
  readonly moderator: string;
  readonly decision: Omit<Decision, 'seq'>;
  /** The decisions in effect afterwards, by the number of the log entry. */
  readonly decisions: (seq: number) => readonly Decision[];
}

type Plan = Pick<PlannedDecision, 'decision' | 'decisions'>;

/** Throws `conflict`, `invalid_request`. */
export function planDecision(one: Case, body: DecideBody, nowMs: number): Plan {
  return body.act === 'undo' ? planUndo(one) : planNew(one, { ...body, act: body.act }, nowMs);
}

function planUndo({ decisions }: Case): Plan {
  const last = decisions.at(-1);
  if (!last) throw new DomainError('conflict', 'no_decision');
  if (last.act === 'lift') throw new DomainError('conflict', 'suspension_lifted');
  return { decision: last, decisions: () => decisions.slice(0, -1) };
}

type NewDecision = DecideBody & { readonly act: Decision['act'] };

function planNew(one: Case, { act, reason, days, words = '' }: NewDecision, nowMs: number): Plan {
  const { decisions, kind, is_open: isOpen } = one;
  if (!isOpen && decisions.some((other) => other.act === act))
    throw new DomainError('conflict', 'decision_in_effect');
  if (!isOpen && act === 'dismiss' && decisions.length > 0)
    throw new DomainError('conflict', 'other_decision_in_effect');
  if ((kind === 'appeal') !== (act === 'lift') && act !== 'dismiss')
    throw new DomainError('invalid_request', 'decision_not_possible');
  const needsReason = act === 'remove' || act === 'suspend';
  if (needsReason && !reason) throw new DomainError('invalid_request', 'required', { field: 'reason' });
  if (act === 'suspend' && days === undefined)
    throw new DomainError('invalid_request', 'days_required', { field: 'days' });
  const until = act === 'suspend' && days ? new Date(nowMs + days * DAY_MS).toISOString() : null;
  const at = new Date(nowMs).toISOString();
  const decision = { act, reason: (needsReason && reason) || null, until, words, at };
  // A decision replaces an earlier one of the same kind in a reopened case.
  const others = decisions.filter((other) => other.act !== 'dismiss' && other.act !== act);
  return { decision, decisions: (seq) => [...others, { ...decision, seq }] };
}

/** True if the request was already executed and its answer was lost. */
export const isRepeated = ({ version, last_act }: Case, body: DecideBody): boolean =>
  version === body.version + 1 && last_act === body.act;
