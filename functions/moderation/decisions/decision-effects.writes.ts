/** What each act of moderators does to what it is about, with all that is written together with it, or not at all. */
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { readmit, suspend, suspendingCase } from '../suspension/suspension.writes.ts';
import { retryOnConflict } from '../../aws/retry.ts';
import { getItem } from '../../aws/table/get-item.ts';
import type { Table, Write } from '../../aws/table/table.ts';
import { assignment, placement } from '../../aws/table/write-expressions.ts';
import type { Case } from '../cases/case.ts';
import { accountKey, changeChannel, type ChannelItem, nextName } from '../../channels/index.ts';
import { clipKey } from '../../clips/index.ts';
import { messageKey } from '../../chat/index.ts';
import type { PlannedAct } from '../ports.ts';
import { changeVideo } from '../../videos/index.ts';

/** What is written besides the effect; `removed` is what comes back if the act is undone. */
export type Together = (removed?: Case['removed']) => readonly Write[];

/** Throws DynamoDB's error where a condition does not hold. */
export async function carryOutIn(
  table: Table,
  { act, one, decision }: PlannedAct,
  nowMs: number,
  together: Together,
): Promise<void> {
  const { id: case_id, concerned } = one;
  switch (act === 'undo' ? `undo ${decision.act}` : act) {
    case 'remove':
      return remove(table, one, together);
    case 'undo remove':
      return bringBack(table, one, together);
    case 'suspend': {
      const { until, words, reason } = decision;
      const suspension = { until, words, reason: reason ?? 'other', case_id };
      const isDone = await suspend(table, concerned, suspension, nowMs, () => together());
      return isDone ? undefined : transact(table, together());
    }
    case 'lift':
      return endSuspension(table, concerned, { nowMs, together });
    case 'undo suspend':
      return endSuspension(table, concerned, { nowMs, together, caseId: case_id });
    default:
      return transact(table, together());
  }
}

interface Ending {
  readonly nowMs: number;
  readonly together: Together;
  /** Only the suspension of this case. @default whichever holds */
  readonly caseId?: string;
}

async function endSuspension(table: Table, id: string, { nowMs, together, caseId }: Ending): Promise<void> {
  const suspending = await suspendingCase(table, id);
  const isMeant = suspending !== undefined && (caseId ?? suspending) === suspending;
  const isDone = isMeant && (await readmit(table, id, suspending, nowMs, () => together()));
  if (!isDone) await transact(table, together());
}

async function transact(table: Table, writes: readonly Write[]): Promise<void> {
  await retryOnConflict(() => table.client.send(new TransactWriteCommand({ TransactItems: [...writes] })));
}

/** Takes away what was reported; where it is gone already, the decision alone is written. */
async function remove(table: Table, { id, kind, concerned }: Case, together: Together): Promise<void> {
  const [, thing = '', messageId = ''] = id.split('.');
  if (kind === 'message') {
    const Key = messageKey(thing, messageId);
    const message = await getItem(table, Key);
    const Delete = { TableName: table.TableName, Key };
    return transact(table, message ? [{ Delete }, ...together(message)] : together());
  }
  if (kind === 'clip') return changeClip(table, thing, true, together());
  const isChanged =
    kind === 'video'
      ? await changeVideo(table, thing, () => ({ is_removed: true }), together())
      : await changeChannel(
          table,
          concerned,
          (channel) => ({ ...blank(channel), looks: nextName(table, channel, channel.username).looks }),
          (before) => [...together(shownFields(before)), ...renamed(table, before, before.username)],
        );
  if (!isChanged) await transact(table, together());
}

/** Brings it back, as far as nobody has put something in its place. */
async function bringBack(
  table: Table,
  { id, kind, concerned, removed }: Case,
  together: Together,
): Promise<void> {
  const [, thing = ''] = id.split('.');
  if (kind === 'message')
    return transact(table, removed ? [{ Put: placement(table, removed) }, ...together()] : together());
  if (kind === 'clip') return changeClip(table, thing, undefined, together());
  const isChanged =
    kind === 'video'
      ? await changeVideo(table, thing, () => ({ is_removed: undefined }), together())
      : await changeChannel(
          table,
          concerned,
          (channel) => emptyFields(channel, removed),
          () => together(),
        );
  if (!isChanged) await transact(table, together());
}

async function changeClip(
  table: Table,
  id: string,
  is_removed: true | undefined,
  together: readonly Write[],
): Promise<void> {
  const clip = await getItem<{ readonly state: string }>(table, clipKey(id));
  const isThere = { if: '#state = :there', names: { '#state': 'state' }, values: { ':there': 'there' } };
  const change = { Update: assignment(table, clipKey(id), { is_removed }, isThere) };
  await transact(table, clip?.state === 'there' ? [change, ...together] : together);
}

const SHOWN = [
  'title',
  'description',
  'schedule',
  'tags',
  'avatar',
  'thumbnail_url',
  'display_name',
] as const;

const shownFields = (channel: ChannelItem) => Object.fromEntries(SHOWN.map((name) => [name, channel[name]]));

const blank = ({ username }: ChannelItem) => ({
  title: '',
  description: '',
  schedule: '',
  tags: [],
  avatar: '',
  thumbnail_url: '',
  display_name: username,
});

const renamed = (table: Table, channel: ChannelItem, name: string): readonly Write[] => [
  ...nextName(table, channel, name).writes,
  {
    Update: assignment(table, accountKey(channel.id), { display_name: name }, { if: 'attribute_exists(pk)' }),
  },
];

/** The name stays: it is for its owner to choose another, or the same if nobody has taken it meanwhile. */
const emptyFields = (channel: ChannelItem, removed: Case['removed'] = {}): Partial<ChannelItem> =>
  Object.fromEntries(
    SHOWN.filter((name) => name !== 'display_name' && channel[name].length === 0).map((name) => [
      name,
      removed[name] ?? channel[name],
    ]),
  );
