import { refusalsIn } from '#functions/chat/rooms/refused-authors.ts';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Table } from '#functions/aws/table/table.ts';
import { noticeWrite } from '#functions/news/notice.item.ts';
import { wentLive } from '#functions/news/notice.ts';
import { listNews } from '#functions/news/list-news.service.ts';
import { newsKeys } from '#functions/news/news-keys.ts';
import { newsSettings, unreadNews } from '#functions/news/news.service.ts';
import { noticesRepository } from '#functions/news/table/notices.repository.ts';
import { preferencesRepository } from '#functions/news/table/preferences.repository.ts';
import { entriesRepository } from '#functions/news/table/entries.repository.ts';
import { findVisibleByIds } from '#functions/videos/table/visible-by-ids.repository.ts';
import { MAX_NEWS_BROWSERS, NEWS_LIST_LENGTH } from '#shared/limits.ts';

/** More than a list shows. */
const PIECES = NEWS_LIST_LENGTH + 10;
/** As long as those of a large push service. */
const ENDPOINT = `https://push.example/${'x'.repeat(180)}`;

/** Somebody who is notified of this many channels, in as many browsers as one may register. */
export async function writeNews(
  table: Table,
  personId: string,
  channelIds: readonly string[],
): Promise<void> {
  const entries = entriesRepository(table);
  for (const [index, channelId] of channelIds.slice(0, PIECES).entries()) {
    const notice = wentLive(channelId, 'yesterday', Date.now() - index * 1000);
    await table.client.send(new TransactWriteCommand({ TransactItems: [noticeWrite(table, notice)] }));
    await entries.add(personId, notice);
  }
  const browsers = Array.from({ length: MAX_NEWS_BROWSERS }, (_, index) => ({
    id: `browser-${index}`,
    endpoint: ENDPOINT + index,
    keys: { p256dh: 'x'.repeat(87), auth: 'x'.repeat(22) },
    name: 'Firefox on Linux',
    addedAt: new Date().toISOString(),
    pushKey: 'x'.repeat(87),
  }));
  await preferencesRepository(table).change(personId, (reach) => ({ ...reach, browsers }));
}

/** What the routes of news read for them. */
export function newsReads(table: Table, personId: string) {
  const keys = newsKeys('a key of these tests');
  const preferences = preferencesRepository(table);
  const entries = entriesRepository(table);
  const clock = Date.now;
  const list = {
    entries,
    notices: noticesRepository(table),
    findVisible: findVisibleByIds(table),
    findOwn: async () => null,
    findRefusals: refusalsIn(table),
    clock,
  };
  return {
    'GET /news': () => listNews(list, personId),
    'GET /news/unread': () => unreadNews({ ...list, keys }, personId),
    'GET /news/settings': () => newsSettings({ preferences, keys }, personId),
  };
}
