import type { Language } from '#messages/languages.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import { assignment } from '#functions/aws/table/write-items.ts';
import { newsKey, SETTINGS } from './news.item.ts';

/**
 * Copies the language of an account to the item that a delivery reads of each person anyway; goes into the transaction
 * that changes the account. `undefined`: none was chosen.
 */
export const notificationLanguage = (
  table: Table,
  personId: string,
  language: Language | undefined,
): Write => ({ Update: assignment(table, newsKey(personId, SETTINGS), { language }) });
