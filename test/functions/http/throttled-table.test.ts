/** What people get while DynamoDB throttles: below the SDK's retries, as the network does. */
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { cancelled } from '#test/support/stand-ins/aws-failure.ts';
import { expectError } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';

let [ada, grace]: TestUser[] = [];
/** Transactions that DynamoDB still refuses. */
let refusals = 0;

const { from } = DynamoDBDocumentClient;

DynamoDBDocumentClient.from = (client, settings) => {
  const opened = from.call(DynamoDBDocumentClient, client, settings);
  opened.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName !== 'TransactWriteItemsCommand' || refusals === 0) return next(args);
        refusals -= 1;
        throw cancelled('None', 'ThrottlingError');
      },
    { step: 'deserialize', priority: 'high', name: 'throttle' },
  );
  return opened;
};
const site = await localApi({ ivs: true });
[ada, grace] = [await site.aUser(), await site.aUser()];
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));
afterAll(async () => {
  vi.restoreAllMocks();
  DynamoDBDocumentClient.from = from;
});

const SETUP = { title: 'Fans', game: 'Box Fans', tags: [] };
const writes = {
  'a chat message': () =>
    site.api('POST', `/chat/${grace!.id}`, { token: ada!.token, body: { message: 'Hello' } }),
  'a follow': () => site.api('POST', `/follows/${grace!.id}`, { token: ada!.token }),
  'a profile': () =>
    site.api('PUT', '/streamers/profile', {
      token: ada!.token,
      body: { display_name: `Ada ${Date.now()}` },
    }),
  'a stream': () => site.api('POST', '/streaming/start', { token: grace!.token, body: SETUP }),
};

it.each(Object.entries(writes))('%s is written once DynamoDB relents', async (_, send) => {
  refusals = 3;
  const answer = await send();
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  expect(refusals).toBe(0);
});

it.each(Object.entries(writes).slice(0, 3))(
  '%s is unavailable where DynamoDB does not relent',
  async (_, send) => {
    refusals = Infinity;
    const answer = await send();
    refusals = 0;
    expectError(answer, 'unavailable');
    expect(answer.headers.get('retry-after')).toBe('5');
  },
);
