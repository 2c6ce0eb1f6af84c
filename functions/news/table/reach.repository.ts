import {
  isContended,
  HIGH_CONTENTION_ATTEMPTS,
  WriteConflictError,
  retryOnConflict,
} from '../../aws/retry.ts';
import { getItem } from '../../aws/table/get-item.ts';
import { getMany } from '../../aws/table/read-items.ts';
import type { Table } from '../../aws/table/table.ts';
import { ofVersion } from '../../aws/table/write-expressions.ts';
import { updateItem } from '../../aws/table/write-items.ts';
import { unavailable } from '../../base/errors.ts';
import type { Reach, ReachRepository } from '../ports.ts';
import { newsKey, newsPartition, SETTINGS, type SettingsItem } from './news.item.ts';

/** Whoever rings a bell wants to hear it; mail is sent to those who ask for it. */
const BY_DEFAULT: Reach = {
  push: { live: true, video: true, replay: true, mention: true, reminder: true },
  mail: { live: false, video: false, replay: false, mention: false, reminder: false },
  browsers: [],
};

const settingsKey = (personId: string) => newsKey(personId, SETTINGS);

/** See `news.item.ts` for the keys. */
export const reachRepository = (table: Table): ReachRepository => ({
  find: async (personId) => toReach(await getItem<SettingsItem>(table, settingsKey(personId))),
  findMany: async (personIds) => {
    const items = await getMany<SettingsItem>(table, personIds.map(settingsKey));
    const known = new Map(items.map((item) => [item.pk, toReach(item)]));
    return new Map(personIds.map((id) => [id, known.get(newsPartition(id)) ?? BY_DEFAULT]));
  },
  change: async (personId, change) => {
    try {
      return await retryOnConflict(() => tryChange(table, personId, change), HIGH_CONTENTION_ATTEMPTS);
    } catch (error) {
      if (isContended(error)) throw unavailable('Your settings are changing. Please try again.', error);
      throw error;
    }
  },
});

const toReach = (item: SettingsItem | undefined): Reach => ({
  // Whoever chose before there was a kind gets it as by default.
  push: { ...BY_DEFAULT.push, ...item?.push },
  mail: { ...BY_DEFAULT.mail, ...item?.mail },
  browsers: item?.browsers ?? [],
});

async function tryChange(
  table: Table,
  personId: string,
  change: (reach: Reach) => Reach | null,
): Promise<Reach> {
  const item = await getItem<SettingsItem>(table, settingsKey(personId));
  const reach = toReach(item);
  const changed = change(reach);
  if (!changed) return reach;
  const version = item?.version ?? 0;
  const { push, mail, browsers } = changed;
  const fields = { push, mail, browsers, version: version + 1 };
  if (await updateItem(table, settingsKey(personId), fields, ofVersion(version))) return changed;
  throw new WriteConflictError('The settings have changed');
}
