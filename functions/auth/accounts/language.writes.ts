import type { Language } from '#messages/languages.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { assignment, transact } from '#functions/aws/table/write-items.ts';
import { accountKey } from '#functions/channels/index.ts';
import { notificationLanguage } from '#functions/news/index.ts';

/** Sets the language of an account and its notifications. False when the account is gone. Loaded lazily. */
export function setLanguage(table: Table, id: string, language: Language | undefined): Promise<boolean> {
  const isHere = { if: 'attribute_exists(pk) AND attribute_not_exists(is_leaving)' };
  return transact(table, [
    { Update: assignment(table, accountKey(id), { language }, isHere) },
    notificationLanguage(table, id, language),
  ]);
}
