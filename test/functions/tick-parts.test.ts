import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it, vi } from 'vitest';
import { ulid } from 'ulid';
import { channelsRepository } from '#functions/channels/table/channels.repository.ts';
import { presenceRepository } from '#functions/presence/presence.repository.ts';
import { windowAt } from '#functions/presence/presence-sampling.ts';
import { partInvoker, partOf, partsFor, spacingMs, TICK_PART, type TickPart } from '#functions/tick-parts.ts';
import { startLambdaServer } from '#infra/local/lambdas/lambda-server.ts';
import { localApi } from '#test/support/api/local-api.ts';
import { seedChannels } from '#test/support/api/table/seed-channels.ts';

const site = await localApi();

describe('the parts of the tick', () => {
  it('are one for few live channels, and more for many', () => {
    expect([0, 1, 250, 251, 1000].map(partsFor)).toEqual([1, 1, 1, 2, 4]);
  });

  it('have each channel once, and about as many each', () => {
    const ids = Array.from({ length: 1000 }, () => ulid());
    const parts = Map.groupBy(ids, (id) => partOf(id, 4));
    expect([...parts.keys()].toSorted()).toEqual([0, 1, 2, 3]);
    for (const part of parts.values()) expect(part.length).toBeLessThan(350);
  });

  it.each([
    [3, 0.1],
    [250, 4],
    [1000, 14],
    [5000, 46],
    [20_000, 46],
  ])('begin %i live channels within %d s', (channels, mostS) => {
    const of = partsFor(channels);
    const ofPart = Math.ceil(channels / of);
    expect((spacingMs(of, ofPart) * ofPart) / 1000).toBeLessThanOrEqual(mostS);
  });

  it('are invoked asynchronously, and a refusal is a failure of the tick', async () => {
    const events: unknown[] = [];
    const { promise: forever } = Promise.withResolvers<unknown>();
    const server = await startLambdaServer({
      credentials: site.pool.credentials,
      invoke: (name, event) => (name.endsWith('events') ? (events.push([name, event]), forever) : undefined),
    });
    const invoke = partInvoker(site.table.client.config);
    try {
      process.env['AWS_ENDPOINT_URL_LAMBDA'] = server.endpoint;
      process.env['AWS_LAMBDA_FUNCTION_NAME'] = 'site-events';
      await invoke({ part: 1, of: 4 });
      expect(events).toEqual([['site-events', { 'detail-type': TICK_PART, detail: { part: 1, of: 4 } }]]);
      process.env['AWS_LAMBDA_FUNCTION_NAME'] = 'unknown';
      await expect(invoke({ part: 1, of: 4 })).rejects.toThrow('404');
    } finally {
      delete process.env['AWS_ENDPOINT_URL_LAMBDA'];
      delete process.env['AWS_LAMBDA_FUNCTION_NAME'];
      await server.close();
    }
  });

  it('count the viewers of their channels, and read no lists', async () => {
    const live = { is_live: true, video_url: '/live.m3u8', viewers: 0 };
    const channels = await seedChannels(site.table, 4, () => live);
    const viewer = { window: windowAt(Date.now()), viewer: 'a viewer', reportEvery: 1, weight: 1 };
    for (const { id } of channels) await presenceRepository(site.table).add(id, viewer);
    const counted = async () => {
      const found = await Promise.all(channels.map(({ id }) => channelsRepository(site.table).findById(id)));
      return found.map((channel) => channel?.viewers);
    };
    const own = channels.slice(0, 2).map(({ id }) => ({ id, viewers: 0 }));
    const lists = { live: own, streams: own.map(({ id }) => id), broadcasts: [] };
    const work = { ...lists, readAtMs: Date.now(), ivs: [], cameraSlots: 0 };
    const run = (detail: TickPart) => site.deliver({ 'detail-type': TICK_PART, detail });
    await run({ part: 1, of: 2 });
    await run({ part: 1, of: 2, work: { ...work, readAtMs: Date.now() - 61_000 } });
    expect(await counted()).toEqual([0, 0, 0, 0]);
    const send = vi.spyOn(DynamoDBDocumentClient.prototype, 'send');
    await run({ part: 1, of: 2, work });
    const queries = send.mock.calls.flatMap(([command]) =>
      command instanceof QueryCommand ? [command.input.IndexName] : [],
    );
    send.mockRestore();
    expect(await counted()).toEqual([1, 1, 0, 0]);
    expect(queries).toEqual([undefined, undefined]);
  });
});
