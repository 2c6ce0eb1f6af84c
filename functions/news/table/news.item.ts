/**
 * A person's news and preferences. Keys:
 *
 * | item                       | pk               | sk                       |
 * |----------------------------|------------------|--------------------------|
 * | entry of the list, expires | `NEWS#<person>`  | `<at>#<of what>`         |
 * | read marker                | `NEWS#<person>`  | `READ`                   |
 * | preferences                | `NEWS#<person>`  | `SETTINGS`               |
 *
 * An entry has only the id of its notice, so that people's lists hold nothing about a channel once its notices are deleted.
 * A descending query reads the marker and the newest entries.
 */
import type { Language } from '#messages/languages.ts';
import type { NewsChoice, PushSubscription } from '#shared/people/news.ts';

export const newsPartition = (personId: string): string => `NEWS#${personId}`;
export const newsKey = (personId: string, place: string) => ({ pk: newsPartition(personId), sk: place });
export const READ = 'READ';
export const SETTINGS = 'SETTINGS';

export interface NewsItem {
  readonly sk: string;
  readonly notice: string;
  readonly is_told?: boolean;
  readonly pushed?: boolean;
  readonly mailed?: boolean;
  /** The end of a worker's lease, in ms since 1970. */
  readonly taken_until_ms?: number;
  readonly expires_at: number;
}

export interface ReadItem {
  readonly sk: string;
  readonly until: string;
}

export interface SettingsItem extends Partial<NewsChoice> {
  readonly pk: string;
  readonly browsers?: readonly PushBrowser[];
  /** Of the account, which changes it. */
  readonly language?: Language;
  readonly version?: number;
}

export interface PushBrowser extends PushSubscription {
  /** Derived from the endpoint. */
  readonly id: string;
  readonly name: string;
  readonly addedAt: string;
  /** The VAPID public key that the browser subscribed with. */
  readonly pushKey: string;
  /** The session that subscribed; pushes end with it. Older subscriptions have none. */
  readonly sessionId?: string;
}

export interface NewsPreferences extends NewsChoice {
  readonly browsers: readonly PushBrowser[];
  /** Absent if none was chosen. */
  readonly language?: Language | undefined;
}

export interface NewsEntry {
  /** Its sort key in the list. */
  readonly place: string;
  readonly noticeId: string;
}

export interface DeliveryState {
  readonly pushed: boolean;
  readonly mailed: boolean;
}
