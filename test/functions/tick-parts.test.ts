import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ulid } from 'ulid';
import { channelsRepository } from '../../functions/channels/table/channels.repository.ts';
import { presenceRepository } from '../../functions/presence/presence.repository.ts';
import { windowAt } from '../../functions/presence/presence.sampling.ts';
import { isInPart, partInvoker, partsFor, TICK_PART, type TickPart } from '../../functions/tick-parts.ts';
import { startLambdaServer } from '../../infra/local/lambdas/lambda.server.ts';
import { startLocalApi, type LocalApi } from '../support/api/local-api.ts';
import { seedChannels } from '../support/api/table/seed-channels.ts';

let site: LocalApi;
beforeAll(async () => {
  site = await startLocalApi();
});
afterAll(() => site.close());

describe('the parts of the tick', () => {
  it('are one for few live channels, and more for many', () => {
    expect([0, 1, 250, 251, 1000].map(partsFor)).toEqual([1, 1, 1, 2, 4]);
  });

  it('have each channel once, and about as many each', () => {
    const ids = Array.from({ length: 1000 }, () => ulid());
    const of = partsFor(ids.length);
    const parts = Array.from({ length: of }, (_, part) => ids.filter((id) => isInPart(id, { part, of })));
    expect(parts.flat().toSorted()).toEqual(ids.toSorted());
    for (const part of parts) expect(part.length).toBeLessThan(350);
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

  it('count the viewers of their own channels', async () => {
    const live = { is_live: true, video_url: '/live.m3u8', viewers: 0 };
    const channels = await seedChannels(site.table, 8, () => live);
    const viewer = { window: windowAt(Date.now()), viewer: 'a viewer', reportEvery: 1, weight: 1 };
    for (const { id } of channels) await presenceRepository(site.table).add(id, viewer);
    const counted = async () => {
      const found = await Promise.all(channels.map(({ id }) => channelsRepository(site.table).findById(id)));
      return found.flatMap((channel) => (channel?.viewers === 1 ? [channel.id] : []));
    };
    const run = (detail: TickPart) => site.deliver({ 'detail-type': TICK_PART, detail });
    await run({ part: 1, of: 2 });
    const ofSecond = channels.map(({ id }) => id).filter((id) => isInPart(id, { part: 1, of: 2 }));
    expect(await counted()).toEqual(ofSecond);
    await run({ part: 0, of: 2 });
    expect(await counted()).toHaveLength(8);
  });
});
