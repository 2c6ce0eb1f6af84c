import { cancellationReasons } from '#functions/aws/retry.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import { assignment, where } from '#functions/aws/table/write-items.ts';
import { seconds } from '#functions/base/seconds.ts';
import { accountKey } from '#functions/channels/index.ts';
import { DECIDED_KEPT_MS, type Case } from '../cases/case.ts';
import { caseKey, stateKeys } from '../cases/case.item.ts';
import { noticeOf } from './decision-notice.ts';
import { appendToLog } from '../transparency/append.writes.ts';
import { OPERATOR } from '../transparency/chain.ts';
import type { PlannedDecision } from './decision.ts';
import { applyEffects } from './decision-effects.writes.ts';
import type { WithEffects } from './profile-effects.writes.ts';

export interface ExecutionDeps {
  readonly table: Table;
  readonly clock: () => number;
  /** Removes a message from open pages. Never throws. */
  readonly publishRemoval: (channelId: string, messageId: string) => Promise<void>;
  /** Makes open pages request the channel's emotes. Never throws. @default they do so later */
  readonly publishEmotes?: (channelId: string) => Promise<void>;
  /** Writes each log entry to the operator's log. */
  readonly onEntry: (entry: { readonly seq: number; readonly hash: string; readonly at: string }) => void;
}

export type ExecuteDecision = ReturnType<typeof decisionExecutor>;

/** One transaction. `null` if the case, its item or the moderator's role has changed since. */
export const decisionExecutor =
  ({ table, clock, publishRemoval, publishEmotes, onEntry }: ExecutionDeps) =>
  async (planned: PlannedDecision): Promise<Case | null> => {
    const { act, one, decision, moderator } = planned;
    let next = one;
    const logged = {
      act,
      subject: one.kind,
      reason: decision.reason,
      until: decision.until,
      sealed: { concerned: one.concerned, moderator, case_id: one.id },
    };
    try {
      const entry = await appendToLog(table, logged, clock, async (logWrites, { seq }) => {
        const withEffects: WithEffects = (removed) => {
          next = decidedCase(planned, seq, removed);
          return [
            caseWrite(table, one, next, clock()),
            ...stillModerator(table, moderator),
            ...logWrites,
            ...noticeOf(table, planned, seq, clock()),
          ];
        };
        await applyEffects(table, planned, clock(), withEffects);
      });
      onEntry(entry);
    } catch (error) {
      if (cancellationReasons(error).includes('ConditionalCheckFailed')) return null;
      throw error;
    }
    const [, channelId = '', messageId = ''] = one.id.split('.');
    if (act === 'remove' && one.kind === 'message') await publishRemoval(channelId, messageId);
    if (one.kind === 'emote') await publishEmotes?.(channelId);
    return next;
  };

function decidedCase({ one, act, decisions }: PlannedDecision, seq: number, removed: Case['removed']): Case {
  const inEffect = decisions(seq);
  return {
    ...one,
    decisions: inEffect,
    is_open: inEffect.length === 0,
    version: one.version + 1,
    last_act: act,
    ...(removed && { removed }),
  };
}

function caseWrite(table: Table, one: Case, next: Case, nowMs: number): Write {
  const { decisions, is_open, version, last_act, removed } = next;
  const attributes = {
    decisions,
    is_open,
    version,
    last_act,
    removed,
    ...stateKeys(next),
    expires_at: expiryOf(next, nowMs),
  };
  const isUnchanged = { if: 'version = :known', values: { ':known': one.version } };
  return { Update: assignment(table, caseKey(one.id), attributes, isUnchanged) };
}

/** A decided case is stored while its decision can be undone or its suspension is in effect. */
function expiryOf({ is_open, decisions }: Case, nowMs: number): number | undefined {
  const suspension = decisions.find(({ act }) => act === 'suspend');
  if (is_open || suspension?.until === null) return undefined;
  return seconds(Math.max(nowMs, Date.parse(suspension?.until ?? '') || 0) + DECIDED_KEPT_MS);
}

/** The operator needs no role. */
const stillModerator = ({ TableName }: Table, id: string): Write[] => {
  if (id === OPERATOR) return [];
  const check = { if: 'is_moderator = :true AND attribute_not_exists(suspended)', values: { ':true': true } };
  return [{ ConditionCheck: { TableName, Key: accountKey(id), ...where(check) } }];
};
