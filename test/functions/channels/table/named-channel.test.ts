import { expect, it } from 'vitest';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { usernameKey, type ChannelItem } from '#functions/channels/channel.item.ts';
import { channelFinder } from '#functions/channels/table/channels.repository.ts';
import { localApi } from '#test/support/api/local-api.ts';
import { seedChannels } from '#test/support/api/table/seed-channels.ts';
import { countRequests } from '#test/support/api/table/read-units.ts';

const site = await localApi();
const [first, second] = (await seedChannels(site.table, 2)) as [ChannelItem, ChannelItem];

/** Gives the first one's name to another channel; frees it without one. */
const give = (claim: { readonly channel_id?: string }) =>
  site.table.client.send(
    new PutCommand({ TableName: site.table.TableName, Item: { ...usernameKey(first.username), ...claim } }),
  );

it('a cached lookup by name always finds the current owner of the name', async () => {
  const find = channelFinder(site.table);
  const requests = countRequests(site.table);
  const found = async () => {
    const before = requests();
    const channel = await find(first.username.toUpperCase());
    return { id: channel?.id, requests: requests() - before };
  };
  expect(await found()).toEqual({ id: first.id, requests: 2 });
  expect(await found()).toEqual({ id: first.id, requests: 1 });
  await give({ channel_id: second.id });
  expect(await found()).toEqual({ id: second.id, requests: 2 });
  expect(await found()).toEqual({ id: second.id, requests: 1 });
  await give({});
  expect((await found()).id).toBeUndefined();
  await give({ channel_id: first.id });
  expect((await found()).id).toBe(first.id);
});
