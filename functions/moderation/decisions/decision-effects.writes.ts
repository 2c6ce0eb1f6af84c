/** Writes the effects of a decision on its item, in one transaction with the decision itself. */
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { endSuspension, suspend, suspendingCase } from '../suspension/suspension.writes.ts';
import { retryOnConflict } from '../../aws/retry.ts';
import { getItem } from '../../aws/table/get-item.ts';
import type { Table, Write } from '../../aws/table/table.ts';
import { assignment, placement } from '../../aws/table/write-items.ts';
import type { Case } from '../cases/case.ts';
import { accountKey, changeChannel, type ChannelItem, nameClaims } from '../../channels/index.ts';
import { clipKey } from '../../clips/index.ts';
import { messageKey } from '../../chat/index.ts';
import type { PlannedDecision } from './decision.ts';
import { changeVideo } from '../../videos/index.ts';

/** Other writes of the decision; an undo restores `removed`. */
export type WithEffects = (removed?: Case['removed']) => readonly Write[];

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
      return restore(table, one, withEffects);
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
  if (kind === 'clip') return changeClip(table, itemId, true, withEffects());
  const isChanged =
    kind === 'video'
      ? await changeVideo(table, itemId, () => ({ is_removed: true }), withEffects())
      : await blankProfile(table, concerned, withEffects);
  if (!isChanged) await transact(table, withEffects());
}

/** Keeps texts that the owner has replaced. */
async function restore(table: Table, { id, kind, concerned, removed }: Case, withEffects: WithEffects) {
  const [, itemId = ''] = id.split('.');
  if (kind === 'message')
    return transact(table, removed ? [{ Put: placement(table, removed) }, ...withEffects()] : withEffects());
  if (kind === 'clip') return changeClip(table, itemId, undefined, withEffects());
  const isChanged =
    kind === 'video'
      ? await changeVideo(table, itemId, () => ({ is_removed: undefined }), withEffects())
      : await changeChannel(
          table,
          concerned,
          (channel) => restoredFields(channel, removed),
          () => withEffects(),
        );
  if (!isChanged) await transact(table, withEffects());
}

async function changeClip(
  table: Table,
  id: string,
  is_removed: true | undefined,
  withEffects: readonly Write[],
): Promise<void> {
  const clip = await getItem<{ readonly state: string }>(table, clipKey(id));
  const exists = { if: '#state = :there', names: { '#state': 'state' }, values: { ':there': 'there' } };
  const change = { Update: assignment(table, clipKey(id), { is_removed }, exists) };
  await transact(table, clip?.state === 'there' ? [change, ...withEffects] : withEffects);
}

const PROFILE_FIELDS = [
  'title',
  'description',
  'schedule',
  'tags',
  'avatar',
  'thumbnail_url',
  'display_name',
] as const;

const profileOf = (channel: ChannelItem) =>
  Object.fromEntries(PROFILE_FIELDS.map((name) => [name, channel[name]]));

const blank = ({ username }: ChannelItem) => ({
  title: '',
  description: '',
  schedule: '',
  tags: [],
  avatar: '',
  thumbnail_url: '',
  display_name: username,
});

/** The display name becomes the username, also in the account. */
async function blankProfile(table: Table, id: string, withEffects: WithEffects) {
  const { claimNextName } = await nameClaims();
  return changeChannel(
    table,
    id,
    (channel) => ({ ...blank(channel), looks: claimNextName(table, channel, channel.username).looks }),
    (before) => {
      const name = { display_name: before.username };
      const Update = assignment(table, accountKey(id), name, { if: 'attribute_exists(pk)' });
      return [
        ...withEffects(profileOf(before)),
        ...claimNextName(table, before, before.username).writes,
        { Update },
      ];
    },
  );
}

/** Keeps the display name, because another person may have taken the old one. */
const restoredFields = (channel: ChannelItem, removed: Case['removed'] = {}): Partial<ChannelItem> =>
  Object.fromEntries(
    PROFILE_FIELDS.filter((name) => name !== 'display_name' && channel[name].length === 0).map((name) => [
      name,
      removed[name] ?? channel[name],
    ]),
  );
