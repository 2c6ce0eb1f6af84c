/** Who has each event delivered many times over, because AppSync bills each delivery. */
import { describe, expect, it } from 'vitest';
import { rateCounter } from '#functions/limits/rate-counter.ts';
import { stageLimits } from '#functions/limits/stage-limits.ts';
import { countSubscription } from '#functions/realtime/subscriptions.service.ts';
import { channelTopic } from '#shared/plain/topics.ts';
import { localApi } from '#test/support/api/local-api.ts';
import { passTo } from '#test/support/api/passes.ts';
import { connect } from '#test/support/stand-ins/realtime-client.ts';

const { rates } = stageLimits('cloud');
const MAX_PASS_REQUESTS = rates['subscription by pass']!.requests;
const SUBSCRIPTIONS_OF_A_SOCKET = 100;

const site = await localApi({ realtime: true });
const ada = await site.aUser();

/** Opens as many as a socket may have. Returns how many were accepted. */
async function subscribeOften(pass: string): Promise<number> {
  const client = await connect({ port: site.realtime!.port, pass });
  const authorization = { host: 'localhost', Authorization: pass };
  const channel = channelTopic(ada.id);
  for (let id = 0; id < SUBSCRIPTIONS_OF_A_SOCKET; id += 1)
    client.send({ type: 'subscribe', id: `${id}`, channel, authorization });
  const answers: unknown[] = [];
  while (answers.length < SUBSCRIPTIONS_OF_A_SOCKET) {
    const { type } = await client.next();
    if (type === 'subscribe_success' || type === 'subscribe_error') answers.push(type);
  }
  client.close();
  return answers.filter((type) => type === 'subscribe_success').length;
}

it('a pass opens a few subscriptions, with however many sockets', async () => {
  const pass = await passTo(site, 'channel', ada.id);
  const opened = [await subscribeOften(pass), await subscribeOften(pass)];
  expect(opened).toEqual([MAX_PASS_REQUESTS, 0]);
});

describe('many passes', () => {
  const DAY_MS = 24 * 60 * 60_000;
  const claims = { kind: 'channel', id: '0'.repeat(26), expiresS: 0 } as const;

  /** Of so many passes of one owner as many subscriptions as are accepted. */
  async function accepted(owner: string, passes: number): Promise<number> {
    const { countersRepository } = await import('#functions/limits/counters.repository.ts');
    const { subscriptionPartition } = await import('#functions/realtime/subscriptions.item.ts');
    const counter = rateCounter({
      rates: {
        'subscription by pass': { requests: 5, windowMs: DAY_MS },
        'subscription by person': { requests: 12, windowMs: DAY_MS },
        'subscription by network': { requests: 16, windowMs: DAY_MS },
      },
      counters: countersRepository(site.table, subscriptionPartition),
      clock: () => DAY_MS,
    });
    let count = 0;
    for (let pass = 0; pass < passes; pass += 1)
      for (let each = 0; each < 10; each += 1)
        if (await countSubscription(counter, { ...claims, viewer: `${owner}-${pass}`, owner })) count += 1;
    return count;
  }

  it.each([
    ['of a person', 'pAbCdEfGh', 12],
    ['of a network', 'nAbCdEfGh', 16],
  ])('%s open no more than their owner may', async (_, owner, most) => {
    expect(await accepted(owner, 2)).toBe(10);
    expect(await accepted(`${owner}2`, 6)).toBe(most);
  });

  it('of an earlier version are counted by themselves', async () => {
    expect(await accepted('', 4)).toBe(20);
  });
});
