/** Crowds that change a number at once, on a table that conflicts as DynamoDB does. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { followsRepository } from '#functions/follows/follows.repository.ts';
import { channelsRepository } from '#functions/channels/table/channels.repository.ts';
import { videosRepository } from '#functions/videos/table/videos.repository.ts';
import { expectSuccess } from '#test/support/api/contract-checks.ts';
import { reportStream } from '#test/support/api/ivs-events.ts';
import { startLocalApi, type LocalApi } from '#test/support/api/local-api.ts';
import { foldCounters } from '#test/support/api/table/fold-counters.ts';
import { seedChannels } from '#test/support/api/table/seed-channels.ts';
import { seedVideos } from '#test/support/api/table/seed-videos.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { awsFailure, cancelled } from '#test/support/stand-ins/aws-failure.ts';

/** Some three a shard at once: more would measure how busy this machine is. */
const CROWD = 48;
const SETUP = { title: 'Fans', game: 'Box Fans', tags: [] };

let site: LocalApi;
let table: ReturnType<typeof conflictingWrites>;
beforeAll(async () => {
  // The stand-in shares this machine with others: the attempts are what is limited here.
  vi.stubEnv('TIME_LIMITS_FACTOR', '10');
  table = conflictingWrites();
  site = await startLocalApi({ ivs: true });
});
afterAll(async () => {
  await site.close();
  table[Symbol.dispose]();
  vi.unstubAllEnvs();
});

it('follows are counted exactly, each by one request, while the streamer ends the broadcast', async () => {
  const streamer = await site.aUser();
  const { id, token } = streamer;
  expectSuccess('POST /streaming/start', await site.api('POST', '/streaming/start', { token, body: SETUP }));
  await reportStream(site, streamer, 'Stream Start');
  const fans = await seedChannels(site.table, CROWD);
  const { follow } = followsRepository(site.table);
  const follows = Promise.allSettled(fans.map((fan) => follow(fan.id, id, Date.now())));
  const ended = await site.api('POST', '/streaming/stop', { token });
  expectSuccess('POST /streaming/stop', ended);
  expect(await follows).toEqual(fans.map(() => ({ status: 'fulfilled', value: 'followed' })));
  await foldCounters(site.table);
  const channel = await channelsRepository(site.table).findById(id);
  expect(channel).toMatchObject({ followers: CROWD, is_live: false });
  expect(table.conflicts()).toBeGreaterThan(0);
});

it('views are counted exactly, each by one request, while the owner edits the video', async () => {
  const owner = await site.aUser();
  const [video] = await seedVideos(site.table, owner, [{ status: 'ready' }]);
  const { id } = video!;
  const { countView } = videosRepository(site.table);
  const viewers = Array.from({ length: CROWD }, (_, index) => `viewer ${index}`);
  const views = Promise.allSettled(viewers.map((viewer) => countView(id, viewer, Date.now())));
  const edit = { token: owner.token, body: { title: 'Meanwhile' } };
  expectSuccess('PATCH /videos/{id}', await site.api('PATCH', `/videos/${id}`, edit));
  expect(await views).toEqual(viewers.map(() => ({ status: 'fulfilled', value: true })));
  await foldCounters(site.table);
  expect(await videosRepository(site.table).find(id)).toMatchObject({ views: CROWD, title: 'Meanwhile' });
});

/** Minimum time for which a transaction holds its items. */
const HELD_MS = 10;

type Item = Readonly<Record<'pk' | 'sk', { readonly S: string }>>;
type Addressed = Readonly<Record<string, { readonly Key?: Item; readonly Item?: Item }>>;

const keyOf = ({ Key, Item }: { readonly Key?: Item; readonly Item?: Item }): string => {
  const { pk, sk } = (Key ?? Item)!;
  return `${pk.S} ${sk.S}`;
};

const SINGLE = new Set(['PutItemCommand', 'UpdateItemCommand', 'DeleteItemCommand']);

/**
 * Makes all clients that are opened until disposal conflict with each other, below the SDK's retries: an item is in one
 * transaction at a time, and single writes of it do not wait. Source: Amazon DynamoDB Developer Guide, "Transaction
 * conflict handling".
 */
function conflictingWrites(): Disposable & { readonly conflicts: () => number } {
  const { from } = DynamoDBDocumentClient;
  const held = new Set<string>();
  let conflicts = 0;
  const refuse = (error: Error): never => {
    conflicts += 1;
    throw error;
  };
  const transact = async <T>(keys: readonly string[], send: () => Promise<T>): Promise<T> => {
    const reasons = keys.map((key) => (held.has(key) ? 'TransactionConflict' : 'None'));
    if (reasons.includes('TransactionConflict')) refuse(cancelled(...reasons));
    for (const key of keys) held.add(key);
    try {
      await wait(HELD_MS);
      return await send();
    } finally {
      for (const key of keys) held.delete(key);
    }
  };
  DynamoDBDocumentClient.from = (client, settings) => {
    const opened = from.call(DynamoDBDocumentClient, client, settings);
    opened.middlewareStack.add(
      (next, { commandName = '' }) =>
        async (args) => {
          const input = args.input as { readonly TransactItems?: readonly Addressed[] };
          if (commandName === 'TransactWriteItemsCommand') {
            const writes = (input.TransactItems ?? []).flatMap((write) => Object.values(write));
            return transact(writes.map(keyOf), () => next(args));
          }
          if (SINGLE.has(commandName) && held.has(keyOf(input as never)))
            refuse(awsFailure('TransactionConflictException'));
          return next(args);
        },
      { step: 'deserialize', priority: 'high', name: 'conflicts' },
    );
    return opened;
  };
  return {
    conflicts: () => conflicts,
    [Symbol.dispose]: () => {
      DynamoDBDocumentClient.from = from;
    },
  };
}
