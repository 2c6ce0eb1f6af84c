import { NEWS_KINDS, type NewsKind } from '#shared/people/news.ts';
import {
  contentionFailure,
  HIGH_CONTENTION_ATTEMPTS,
  WriteConflictError,
  retryOnConflict,
} from '#functions/aws/retry.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import { getMany } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { ofVersion, updateItem } from '#functions/aws/table/write-items.ts';
import { newsKey, newsPartition, type NewsPreferences, SETTINGS, type SettingsItem } from './news.item.ts';

const eachKind = (isOn: boolean) =>
  Object.fromEntries(NEWS_KINDS.map((kind) => [kind, isOn])) as Record<NewsKind, boolean>;

/** A bell means pushes; mail is opt-in. */
const DEFAULTS: NewsPreferences = {
  push: eachKind(true),
  mail: eachKind(false),
  browsers: [],
};

const settingsKey = (personId: string) => newsKey(personId, SETTINGS);

export type PreferencesRepository = ReturnType<typeof preferencesRepository>;

/** See `news.item.ts` for the keys. */
export const preferencesRepository = (table: Table) => ({
  find: async (personId: string): Promise<NewsPreferences> =>
    toPreferences(await getItem<SettingsItem>(table, settingsKey(personId))),
  /** By person id; defaults for those without a choice. */
  findMany: async (personIds: readonly string[]): Promise<ReadonlyMap<string, NewsPreferences>> => {
    const items = await getMany<SettingsItem>(table, personIds.map(settingsKey));
    const known = new Map(items.map((item) => [item.pk, toPreferences(item)]));
    return new Map(personIds.map((id) => [id, known.get(newsPartition(id)) ?? DEFAULTS]));
  },
  /** Calls `change` again after a conflict; `null` changes nothing. Throws `busy` under contention. */
  change: async (
    personId: string,
    change: (preferences: NewsPreferences) => NewsPreferences | null,
  ): Promise<NewsPreferences> => {
    try {
      return await retryOnConflict(() => tryChange(table, personId, change), HIGH_CONTENTION_ATTEMPTS);
    } catch (error) {
      throw contentionFailure(error, 'changed_elsewhere');
    }
  },
});

const toPreferences = (item: SettingsItem | undefined): NewsPreferences => ({
  // Choices stored before a kind existed have no value for it.
  push: { ...DEFAULTS.push, ...item?.push },
  mail: { ...DEFAULTS.mail, ...item?.mail },
  browsers: item?.browsers ?? [],
  ...(item?.language && { language: item.language }),
});

async function tryChange(
  table: Table,
  personId: string,
  change: (preferences: NewsPreferences) => NewsPreferences | null,
): Promise<NewsPreferences> {
  const item = await getItem<SettingsItem>(table, settingsKey(personId));
  const preferences = toPreferences(item);
  const changed = change(preferences);
  if (!changed) return preferences;
  const version = item?.version ?? 0;
  const { push, mail, browsers } = changed;
  const fields = { push, mail, browsers, version: version + 1 };
  if (await updateItem(table, settingsKey(personId), fields, ofVersion(version))) return changed;
  throw new WriteConflictError('The settings have changed');
}
