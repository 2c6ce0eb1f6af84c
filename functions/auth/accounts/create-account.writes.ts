import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { cancellationReasons, retryOnConflict } from '#functions/aws/retry.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { ABSENT, addition, putInput } from '#functions/aws/table/write-items.ts';
import {
  accountKey,
  countKey,
  nameClaims,
  newChannel,
  indexKeysOf,
  toItem,
  usernameKey,
  wordKeys,
} from '#functions/channels/index.ts';
import { notificationLanguage } from '#functions/news/index.ts';
import {
  wordNoteWrites,
  updateKnownWords,
  wordChange,
} from '#functions/word-index/known-words.repository.ts';
import { seconds } from '#functions/base/seconds.ts';
import { CODE_LIFE_MS, type Account, type Claim } from '../account.ts';
import { emailKey, isUnclaimed, isNotTaken, type AccountItem } from '../table/account.item.ts';

/**
 * Creates the account, its channel and its claims in one transaction; returns the claim that is taken, if any. Loaded
 * lazily, for sign-up only.
 */
export async function createAccount(table: Table, account: Account, nowMs: number): Promise<Claim | null> {
  const { id, username, displayName: display_name, email, createdAt: created_at, language } = account;
  const put = (item: Record<string, unknown>, condition = ABSENT) => ({
    Put: putInput(table, item, condition),
  });
  const open = account.isUnverified && { is_unverified: true };
  const item: AccountItem = {
    id,
    username,
    display_name,
    email,
    created_at,
    ...open,
    ...(language && { language }),
  };
  const { claimFirstName } = await nameClaims();
  const { looks, writes: claimed } = claimFirstName(table, id, display_name);
  const channel = { ...newChannel(id, username), looks };
  const place = indexKeysOf(channel);
  const note = { owner: `CHANNEL#${id}`, version: 0, ...wordChange([], place.words, true) };
  const TransactItems = [
    put({ ...usernameKey(username), channel_id: id }, isUnclaimed(nowMs)),
    put(
      {
        ...emailKey(email),
        channel_id: id,
        ...(open && { ...open, held_until: seconds(nowMs + CODE_LIFE_MS) }),
      },
      isNotTaken(nowMs),
    ),
    put({ ...accountKey(id), ...item }),
    put({ ...toItem(channel), noted: true }),
    ...wordKeys(id, place).map((key) => put(key)),
    ...wordNoteWrites(table, note),
    { Update: addition(table, countKey, { total: 1 }) },
    ...(language ? [notificationLanguage(table, id, language)] : []),
    ...claimed,
  ];
  try {
    await retryOnConflict(() => table.client.send(new TransactWriteCommand({ TransactItems })));
    await updateKnownWords(table, note);
    return null;
  } catch (error) {
    const reasons = cancellationReasons(error);
    const [byUsername, byEmail] = reasons;
    if (byUsername === 'ConditionalCheckFailed') return 'username';
    if (byEmail === 'ConditionalCheckFailed') return 'email';
    if (reasons.slice(-claimed.length).includes('ConditionalCheckFailed')) return 'lookalike';
    throw error;
  }
}
