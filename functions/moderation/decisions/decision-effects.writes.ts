/** Writes the effects of a decision on its item, in one transaction with the decision itself. */
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { endSuspension, suspend, suspendingCase } from '../suspension/suspension.writes.ts';
import { retryOnConflict } from '#functions/aws/retry.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import { assignment, putInput } from '#functions/aws/table/write-items.ts';
import type { Case } from '../cases/case.ts';
import { CLIP_STATES, clipKey } from '#functions/clips/index.ts';
import { commentKey, placeOfCase, removalWrites, restorationWrites } from '#functions/comments/index.ts';
import { changePlaylist } from '#functions/library/index.ts';
import { messageKey, restoreEmote, withdrawEmote } from '#functions/chat/index.ts';
import { denialKeys, denialWrites } from '#functions/denied-media/index.ts';
import type { PlannedDecision } from './decision.ts';
import { blankProfile, restoreProfile, type WithEffects } from './profile-effects.writes.ts';
import { changeVideo } from '#functions/videos/index.ts';

/** Throws DynamoDB's error if a condition fails. */
export async function applyEffects(
  table: Table,
  { act, one, decision }: PlannedDecision,
  nowMs: number,
  withEffects: WithEffects,
): Promise<void> {
  const { id: case_id, concerned } = one;
  switch (act === 'undo' ? `undo ${decision.act}` : act) {
    case 'remove':
      return remove(table, one, withEffects);
    case 'undo remove':
      return restore(table, one, nowMs, withEffects);
    case 'suspend': {
      const { until, words, reason } = decision;
      const suspension = { until, words, reason: reason ?? 'other', case_id };
      const isDone = await suspend(table, concerned, suspension, nowMs, () => withEffects());
      return isDone ? undefined : transact(table, withEffects());
    }
    case 'lift':
      return unsuspend(table, concerned, { nowMs, withEffects });
    case 'undo suspend':
      return unsuspend(table, concerned, { nowMs, withEffects, caseId: case_id });
    default:
      return transact(table, withEffects());
  }
}

interface SuspensionEnd {
  readonly nowMs: number;
  readonly withEffects: WithEffects;
  /** @default any suspension in effect */
  readonly caseId?: string;
}

async function unsuspend(table: Table, id: string, { nowMs, withEffects, caseId }: SuspensionEnd) {
  const suspending = await suspendingCase(table, id);
  const isSuspension = suspending !== undefined && (caseId ?? suspending) === suspending;
  const isDone = isSuspension && (await endSuspension(table, id, suspending, nowMs, () => withEffects()));
  if (!isDone) await transact(table, withEffects());
}

async function transact(table: Table, writes: readonly Write[]): Promise<void> {
  await retryOnConflict(() => table.client.send(new TransactWriteCommand({ TransactItems: [...writes] })));
}

/** Writes only the decision if the item is gone. */
async function remove(table: Table, { id, kind, concerned }: Case, withEffects: WithEffects): Promise<void> {
  const [, itemId = '', messageId = ''] = id.split('.');
  if (kind === 'message') {
    const Key = messageKey(itemId, messageId);
    const message = await getItem(table, Key);
    const Delete = { TableName: table.TableName, Key };
    return transact(table, message ? [{ Delete }, ...withEffects(message)] : withEffects());
  }
  if (kind === 'comment') return removeComment(table, id, withEffects);
  if (kind === 'emote') {
    const { emote, writes } = await withdrawEmote(table, itemId, messageId);
    return transact(table, [...writes, ...withEffects(emote && { ...emote })]);
  }
  if (kind === 'clip') return changeClip(table, itemId, true, withEffects());
  if (kind === 'playlist') return removePlaylist(table, itemId, true, withEffects());
  const isChanged =
    kind === 'video'
      ? await changeVideo(table, itemId, () => ({ is_removed: true }), withEffects())
      : await blankProfile(table, concerned, withEffects);
  if (!isChanged) await transact(table, withEffects());
}

/** Keeps texts that the owner has replaced. */
async function restore(
  table: Table,
  { id, kind, concerned, removed }: Case,
  nowMs: number,
  withEffects: WithEffects,
) {
  const [, itemId = '', emoteId = ''] = id.split('.');
  if (kind === 'emote')
    return transact(table, [...(await restoreEmote(table, itemId, emoteId, removed)), ...withEffects()]);
  if (kind === 'message')
    return transact(table, removed ? [{ Put: putInput(table, removed) }, ...withEffects()] : withEffects());
  if (kind === 'comment') return restoreComment(table, removed, withEffects());
  if (kind === 'clip') return changeClip(table, itemId, undefined, withEffects());
  if (kind === 'playlist') return removePlaylist(table, itemId, undefined, withEffects());
  const isChanged =
    kind === 'video'
      ? await changeVideo(table, itemId, () => ({ is_removed: undefined }), withEffects())
      : await restoreProfile(table, concerned, removed, nowMs, withEffects);
  if (!isChanged) await transact(table, withEffects());
}

/** The replies to it stay, and are read again where it is restored. */
async function removeComment(table: Table, caseId: string, withEffects: WithEffects): Promise<void> {
  const { commented, id } = placeOfCase(caseId);
  const comment = await getItem(table, commentKey(commented, id));
  if (!comment) return transact(table, withEffects());
  return transact(table, [...(await removalWrites(table, commented, id)), ...withEffects(comment)]);
}

/** The comments of a deleted video do not return, nor the replies to a deleted comment. */
async function restoreComment(
  table: Table,
  removed: Case['removed'],
  withEffects: readonly Write[],
): Promise<void> {
  const restored = removed ? await restorationWrites(table, removed) : [];
  return transact(table, [...restored, ...withEffects]);
}

/** Hides a playlist from all except its owner, or restores it. */
async function removePlaylist(
  table: Table,
  id: string,
  is_removed: true | undefined,
  withEffects: readonly Write[],
): Promise<void> {
  const changed = await changePlaylist(table, id, { is_removed }, (Update) =>
    transact(table, [{ Update }, ...withEffects]),
  );
  if (!changed) await transact(table, withEffects);
}

async function changeClip(
  table: Table,
  id: string,
  is_removed: true | undefined,
  withEffects: readonly Write[],
): Promise<void> {
  const clip = await getItem<{ readonly state: string }>(table, clipKey(id));
  const isReady = {
    if: '#state = :ready',
    names: { '#state': 'state' },
    values: { ':ready': CLIP_STATES.ready },
  };
  const media = { keys: [id], isDenied: is_removed === true, nowMs: Date.now() };
  const changes = [
    { Update: assignment(table, clipKey(id), { is_removed }, isReady) },
    ...denialWrites(table, denialKeys.clip(id), media),
  ];
  await transact(table, clip?.state === CLIP_STATES.ready ? [...changes, ...withEffects] : withEffects);
}
