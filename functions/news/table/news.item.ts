/**
 * What is new for a person, and how they are told. Keys:
 *
 * | item                     | pk               | sk                       |
 * |--------------------------|------------------|--------------------------|
 * | piece of news, expires   | `NEWS#<person>`  | `<at>#<of what>`         |
 * | up to where all is read  | `NEWS#<person>`  | `READ`                   |
 * | how the person is told   | `NEWS#<person>`  | `SETTINGS`               |
 *
 * A piece of news refers to its notice by an id that says nothing by itself, so that nothing of a channel is left in
 * people's lists once its notices are gone. Its key says what it tells of: it is there once. Backwards, one query reads the
 * mark and the newest pieces.
 */
import type { NewsChoice } from '../../../shared/people/news.ts';
import type { TellableBrowser } from '../ports.ts';

export const newsPartition = (personId: string): string => `NEWS#${personId}`;
export const newsKey = (personId: string, place: string) => ({ pk: newsPartition(personId), sk: place });
export const READ = 'READ';
export const SETTINGS = 'SETTINGS';

export interface NewsItem {
  readonly sk: string;
  readonly notice: string;
  /** All is told. */
  readonly is_told?: boolean;
  readonly pushed?: boolean;
  readonly mailed?: boolean;
  /** Until then somebody is telling, in ms. */
  readonly taken_until_ms?: number;
  readonly expires_at: number;
}

export interface ReadItem {
  readonly sk: string;
  readonly until: string;
}

export interface SettingsItem extends Partial<NewsChoice> {
  readonly pk: string;
  readonly browsers?: readonly TellableBrowser[];
  readonly version?: number;
}
