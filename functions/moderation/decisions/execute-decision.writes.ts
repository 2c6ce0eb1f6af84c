/** What moderators decide, done in the features that it concerns, in one transaction with its entry in the public log. */
import { cancellationReasons } from '../../aws/retry.ts';
import type { Table, Write } from '../../aws/table/table.ts';
import { assignment, where } from '../../aws/table/write-expressions.ts';
import { seconds } from '../../base/seconds.ts';
import { DECIDED_KEPT_MS, type Case } from '../cases/case.ts';
import { caseKey, stateKeys } from '../cases/case.item.ts';
import { accountKey } from '../../channels/index.ts';
import { carryOutIn, type Together } from './decision-effects.writes.ts';
import type { PlannedAct } from '../ports.ts';
import { OPERATOR } from '../operator.ts';
import { appendToLog } from '../transparency/append.writes.ts';

export interface ActPorts {
  readonly table: Table;
  readonly clock: () => number;
  /** Tells open pages that a message is gone. Never throws. */
  readonly announceRemoved: (channelId: string, messageId: string) => Promise<void>;
  /** Told the newest entry of the log, which the operator's log keeps too. */
  readonly onEntry: (line: { readonly seq: number; readonly hash: string; readonly at: string }) => void;
}

export const actCarrier =
  (ports: ActPorts) =>
  async (act: PlannedAct): Promise<Case | null> => {
    const { table, clock } = ports;
    const { one, decision, moderator } = act;
    let next = one;
    const sealed = { concerned: one.concerned, moderator, case_id: one.id };
    const logged = {
      act: act.act,
      subject: one.kind,
      reason: decision.reason,
      until: decision.until,
      sealed,
    };
    try {
      const entry = await appendToLog(table, logged, clock, async (also, { seq }) => {
        const together: Together = (removed) => {
          next = decidedCase(act, seq, removed);
          return [caseWrite(table, one, next, clock()), ...isStillModerator(table, moderator), ...also];
        };
        await carryOutIn(table, act, clock(), together);
      });
      ports.onEntry(entry);
    } catch (error) {
      if (isOvertaken(error)) return null;
      throw error;
    }
    await tellPages(ports, act);
    return next;
  };

const isOvertaken = (error: unknown): boolean =>
  cancellationReasons(error).includes('ConditionalCheckFailed');

function decidedCase({ one, act, decisions }: PlannedAct, seq: number, removed: Case['removed']): Case {
  const inForce = decisions(seq);
  return {
    ...one,
    decisions: inForce,
    is_open: inForce.length === 0,
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
  const isAsRead = { if: 'version = :known', values: { ':known': one.version } };
  return { Update: assignment(table, caseKey(one.id), attributes, isAsRead) };
}

/** As long as it may be taken back, or somebody is suspended by it. */
function expiryOf({ is_open, decisions }: Case, nowMs: number): number | undefined {
  const suspension = decisions.find(({ act }) => act === 'suspend');
  if (is_open || suspension?.until === null) return undefined;
  return seconds(Math.max(nowMs, Date.parse(suspension?.until ?? '') || 0) + DECIDED_KEPT_MS);
}

/** The operator is none, and needs nobody's leave. */
const isStillModerator = ({ TableName }: Table, id: string): Write[] => {
  if (id === OPERATOR) return [];
  const check = { if: 'is_moderator = :true AND attribute_not_exists(suspended)', values: { ':true': true } };
  return [{ ConditionCheck: { TableName, Key: accountKey(id), ...where(check) } }];
};

async function tellPages({ announceRemoved }: ActPorts, { act, one }: PlannedAct): Promise<void> {
  const [, channelId = '', messageId = ''] = one.id.split('.');
  if (act === 'remove' && one.kind === 'message') await announceRemoved(channelId, messageId);
}
