/** Items that no code can work on, in each queue of the ticks: they stop neither the other items nor the ticks. */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { deletionItem, deletionKey } from '#functions/auth/deletion/deletions.repository.ts';
import { dueKeys, type DueQueue } from '#functions/aws/table/due-queue.ts';
import { broadcastKey, ACTIVE_PARTITION } from '#functions/browser-stream/table/broadcast.item.ts';
import { channelKey, DUE_ACCOUNTS } from '#functions/channels/channel.item.ts';
import { RETENTION_QUEUE, retentionItem } from '#functions/chat/retention/retention.item.ts';
import { clipKey, DUE_CLIPS } from '#functions/clips/table/clip.item.ts';
import { shardDueKeys, shardKey } from '#functions/counters/counter.item.ts';
import { DENIALS, denialKeys } from '#functions/denied-media/denial.item.ts';
import { noticeItem, noticeKey } from '#functions/news/notice.item.ts';
import { transcriptKey, TRANSCRIPT_QUEUE } from '#functions/videos/table/transcript.item.ts';
import { workItem, workKey } from '#functions/videos/table/work.repository.ts';
import { localApi } from '#test/support/api/local-api.ts';
import { readAll } from '#test/support/api/table/table-reader.ts';

const site = await localApi({ ivs: true, storage: true, realtime: true, news: {} });
const owner = (await site.aUser()).id;

const DUE_MS = Date.UTC(2001, 0);
const [DUE, LATER] = [new Date(DUE_MS).toISOString(), new Date(DUE_MS + 1000).toISOString()];

/** The keys of an item that is first in its queue, and has nothing else. */
const first = (index: DueQueue['index'], partition: string, sort = `${DUE}#POISON`) => ({
  [`${index}pk`]: partition,
  [`${index}sk`]: sort,
});

const POISON: readonly Readonly<Record<string, string>>[] = [
  { ...deletionKey('POISON'), ...dueKeys(DUE_ACCOUNTS, 'POISON', DUE_MS) },
  { pk: 'CHANNEL#POISON', sk: 'EXPORT', ...first('gsi1', 'EXPORTS') },
  { pk: 'CHANNEL#POISON', sk: 'STRETCH#1', ...dueKeys(RETENTION_QUEUE, 'POISON', DUE_MS) },
  { ...clipKey('POISON'), ...dueKeys(DUE_CLIPS, 'POISON', DUE_MS) },
  { ...denialKeys.video('POISON'), ...dueKeys(DENIALS, 'POISON', DUE_MS) },
  { ...transcriptKey('POISON'), ...dueKeys(TRANSCRIPT_QUEUE, 'POISON', DUE_MS) },
  { ...workKey('POISON'), ...dueKeys({ partition: 'VIDEO_WORK', index: 'gsi1' }, 'POISON', DUE_MS) },
  { ...broadcastKey('POISON'), ...first('gsi1', ACTIVE_PARTITION, 'POISON') },
  { ...channelKey('POISON'), ...first('gsi1', 'CHANNELS', '1#POISON') },
  { pk: 'CHANNEL#POISON', sk: 'INGEST#1', ...first('gsi1', 'INGESTS_BY_USE', '000000000000001#1') },
  { pk: 'EVENT_BATCH#POISON', sk: 'EVENTS', ...first('gsi1', 'EVENTS_DUE') },
  { ...noticeKey('POISON'), ...first('gsi1', 'NEWS_DUE') },
  { pk: 'CHANNEL#POISON', sk: 'SCHEDULE', ...first('gsi1', 'SCHEDULES_DUE') },
  { pk: 'SPELLING_DUE', sk: '0' },
  { ...shardKey('CHANNEL#POISON', 0), ...shardDueKeys('CHANNEL#POISON', 0, DUE_MS) },
];

/** What is due after them, and is removed or due later when its work is done. */
const due = (): readonly Readonly<Record<string, unknown>>[] => [
  deletionItem({ id: 'GONE', isSwept: true, dueMs: DUE_MS + 1000 }),
  {
    pk: `CHANNEL#${owner}`,
    sk: 'EXPORT',
    version: 1,
    ...first('gsi1', 'EXPORTS', `${LATER}#${owner}`),
    export: {
      id: 'E',
      accountId: owner,
      version: 1,
      requestedMs: DUE_MS,
      expiresMs: DUE_MS,
      archives: [],
      position: {
        section: 0,
        page: 1,
      },
    },
  },
  retentionItem({ channelId: owner, fromMs: DUE_MS, untilMs: DUE_MS + 1, dueMs: DUE_MS + 1000 }),
  {
    ...clipKey('GONE'),
    ...dueKeys(DUE_CLIPS, 'GONE', DUE_MS + 1000),
    state: 'gone',
    id: 'GONE',
    channel_id: owner,
  },
  {
    ...denialKeys.video('GONE'),
    ...dueKeys(DENIALS, 'VIDEO#GONE', DUE_MS + 1000),
    keys: new Set(['GONE']),
    is_denied: false,
    due_ms: DUE_MS + 1000,
    version: 1,
  },
  { ...transcriptKey('GONE'), ...dueKeys(TRANSCRIPT_QUEUE, 'GONE', DUE_MS + 1000), id: 'GONE', version: 1 },
  workItem({
    kind: 'clean',
    videoId: 'GONE',
    channelId: owner,
    filesPrefix: 'media/videos/gone/',
    dueMs: DUE_MS + 1000,
    sinceMs: DUE_MS,
    attempts: 0,
    jobs: 0,
  }),
  noticeItem({ id: 'GONE', kind: 'live', channelId: owner, at: DUE }),
  { pk: 'SPELLING_DUE', sk: 'CHANNEL#GONE#1', words: ['walnut'] },
  {
    ...shardKey('VIDEO#GONE', 0),
    ...shardDueKeys('VIDEO#GONE', 0, DUE_MS + 1000),
    subject: 'VIDEO#GONE',
    additions: 1,
    views: 1,
  },
];

const put = (Item: object) =>
  site.table.client.send(new PutCommand({ TableName: site.table.TableName, Item: { ...Item } }));

test('items that cannot be worked on are counted, and everything else is done', async () => {
  for (const [name, keys] of Object.entries(POISON))
    await put({ pk: `POISON#${name}`, sk: 'POISON', ...keys });
  const items = due();
  for (const item of items) await put(item);

  const tick = { 'detail-type': 'Scheduled Event', source: 'aws.events', detail: {} };
  await site.deliver(tick, { itemsMayFail: true });
  await site.tickNews();

  const ticks = site.log.entries().filter(({ Ticks }) => Ticks === 1);
  expect(ticks.map(({ Lambda }) => Lambda)).toEqual(['events', 'news']);
  const failures = site.log.entries().filter(({ FailedItems }) => FailedItems === 1);
  expect(failures.length).toBeGreaterThan(5);
  const stored = await readAll(site.table);
  const undone = items.filter(({ pk, sk, gsi1sk, gsi4sk }) =>
    stored.some(
      (now) => now.pk === pk && now.sk === sk && now['gsi1sk'] === gsi1sk && now['gsi4sk'] === gsi4sk,
    ),
  );
  expect(undone.map(({ pk, sk }) => `${String(pk)} ${String(sk)}`)).toEqual([]);
});
