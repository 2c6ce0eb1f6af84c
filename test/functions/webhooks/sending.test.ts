/** The sender with a simulated clock: order, repetition and the end of the attempts. */
import { monotonicFactory } from 'ulid';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Attempt } from '#functions/webhook-events/index.ts';
import { LEASE_MS, sendWaiting } from '#functions/webhooks/sending/send.service.ts';
import { newSecret } from '#functions/webhooks/sending/signature.ts';
import type { SenderDeps, Wake } from '#functions/webhooks/sending/sending.ts';
import { deliveriesRepository } from '#functions/webhooks/table/deliveries.repository.ts';
import { senderRepository } from '#functions/webhooks/table/sender.repository.ts';
import type { WebhookItem } from '#functions/webhooks/webhook.ts';
import { webhookKey } from '#functions/webhooks/table/webhook.item.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import { putItem } from '#functions/aws/table/write-items.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/plain/time.ts';
import { localTable } from '#test/support/stand-ins/local-table.ts';

const table = await localTable();
let ulid = monotonicFactory();

const OK = { status: 204, duration_ms: 5 } as const;
const FAILS = { status: 500, duration_ms: 5 } as const;

let nowMs: number;
let webhook: WebhookItem;
/** Messages of the queue, with the time of their delivery. */
let queued: { readonly wake: Wake; readonly atMs: number }[];
/** Ids of sent messages. */
let sent: string[];
let answer: () => Attempt | Promise<Attempt>;
let refusedUntilMs: number | null;

const deps: SenderDeps = {
  webhooks: senderRepository(table),
  post: async ({ headers }) => {
    sent.push(headers['webhook-id'] ?? '');
    return answer();
  },
  spend: async () => refusedUntilMs,
  queue: {
    send: async (wake, delayS = 0) => {
      expect(delayS).toBeLessThanOrEqual(900);
      queued.push({ wake, atMs: nowMs + delayS * 1000 });
    },
  },
  siteUrl: 'https://fans.example',
  clock: () => nowMs,
  random: () => 0,
};

beforeEach(async () => {
  ulid = monotonicFactory();
  nowMs = Date.parse('2026-11-30T20:00:00Z');
  const created_at = new Date(nowMs).toISOString();
  const [id, channel_id] = [ulid(nowMs), ulid(nowMs)];
  const fields = { kind: 'standard', url: 'https://hooks.example', events: ['follow.created'] } as const;
  webhook = { id, channel_id, ...fields, secret: newSecret(), state: 'on', created_at };
  await putItem(table, { ...webhookKey(channel_id, id), ...webhook });
  [queued, sent, refusedUntilMs] = [[], [], null];
  answer = () => OK;
});

const wakeOf = ({ id: webhookId, channel_id: channelId }: WebhookItem): Wake => ({ channelId, webhookId });
const wake = () => sendWaiting(deps, wakeOf(webhook));
const stored = () => getItem<WebhookItem>(table, webhookKey(webhook.channel_id, webhook.id));

async function anEvent(): Promise<string> {
  const id = ulid(nowMs);
  const place = { channelId: webhook.channel_id, webhookId: webhook.id, id };
  const at = new Date(nowMs).toISOString();
  const event = { message_id: id, type: 'follow.created', at, data: '{}' } as const;
  await deliveriesRepository(table).add(place, event, nowMs);
  return id;
}

const deliveries = () => deliveriesRepository(table).list(webhook.channel_id, webhook.id);

/** Delivers what the queue has until that time. */
async function wait(ms: number): Promise<void> {
  const untilMs = nowMs + ms;
  for (;;) {
    const [next] = queued.toSorted((a, b) => a.atMs - b.atMs);
    if (!next || next.atMs > untilMs) break;
    queued.splice(queued.indexOf(next), 1);
    nowMs = Math.max(nowMs, next.atMs);
    await sendWaiting(deps, next.wake);
  }
  nowMs = untilMs;
}

describe('events', () => {
  it('are sent in order, once each, and listed', async () => {
    const ids = [await anEvent(), await anEvent(), await anEvent()];
    await wake();
    await wake();
    expect(sent).toEqual(ids);
    expect(queued).toEqual([]);
    const { pending, done } = await deliveries();
    expect(pending).toEqual([]);
    expect(done).toMatchObject(
      ids.toReversed().map((message_id) => ({ message_id, attempts: 1, latest: OK })),
    );
  });

  it('wait in order behind one that fails', async () => {
    const [first, second] = [await anEvent(), await anEvent()];
    answer = () => FAILS;
    await wake();
    await wait(MINUTE_MS);
    expect(sent).toEqual([first, first, first]);
    answer = () => OK;
    await wait(5 * MINUTE_MS);
    expect(sent).toEqual([first, first, first, first, second]);
    expect((await deliveries()).done[1]).toMatchObject({
      message_id: first,
      attempts: 4,
      is_delivered: true,
    });
  });

  it('that come while a webhook waits do not make it be tried earlier', async () => {
    answer = () => FAILS;
    await anEvent();
    await wake();
    await anEvent();
    await wake();
    expect(sent).toHaveLength(1);
    expect(queued).toHaveLength(1);
  });

  it('that come while the last one is sent are sent too', async () => {
    await anEvent();
    let late: string | undefined;
    answer = async () => {
      late ??= await anEvent();
      // Its message finds the webhook leased.
      await wake();
      return OK;
    };
    await wake();
    await wait(0);
    expect(sent.at(-1)).toBe(late);
    expect((await deliveries()).pending).toEqual([]);
  });

  it('are sent after hours in which the address failed', async () => {
    const first = await anEvent();
    answer = () => ({ error: 'timed_out', duration_ms: 5000 });
    await wake();
    await wait(20 * HOUR_MS);
    const second = await anEvent();
    await wake();
    answer = () => OK;
    await wait(4 * HOUR_MS);
    expect(sent.slice(-2)).toEqual([first, second]);
    expect(await stored()).not.toHaveProperty('failing_since_ms');
    expect(await stored()).toMatchObject({ state: 'on' });
  });

  it('begin with short delays again after a success', async () => {
    await anEvent();
    answer = () => FAILS;
    await wake();
    await wait(HOUR_MS);
    answer = () => (sent.length % 2 ? OK : FAILS);
    sent = [];
    await anEvent();
    await wait(HOUR_MS);
    expect(await stored()).not.toHaveProperty('failures');
    expect((await deliveries()).pending).toEqual([]);
  });
});

describe('a sender that dies', () => {
  it('leaves the event, which the repeated message sends with the same id', async () => {
    const id = await anEvent();
    answer = () => {
      throw new Error('The process was killed');
    };
    await expect(wake()).rejects.toThrow('killed');
    answer = () => OK;
    await wake();
    expect(sent).toEqual([id]);
    nowMs += LEASE_MS;
    await wake();
    expect(sent).toEqual([id, id]);
    expect((await deliveries()).pending).toEqual([]);
  });

  it('does not disturb the one that took over', async () => {
    const id = await anEvent();
    answer = async () => {
      nowMs += LEASE_MS;
      answer = () => OK;
      await wake();
      return FAILS;
    };
    await wake();
    expect(sent).toEqual([id, id]);
    expect((await deliveries()).done).toMatchObject([{ is_delivered: true }]);
    expect(await stored()).not.toHaveProperty('failures');
  });
});

describe('a webhook', () => {
  it('that fails for a day is switched off, and its events are listed as failed', async () => {
    await anEvent();
    answer = () => FAILS;
    await wake();
    await wait(DAY_MS - 1);
    expect(await stored()).toMatchObject({ state: 'on' });
    await wait(MINUTE_MS);
    expect(await stored()).toMatchObject({ state: 'failed' });
    expect((await deliveries()).done).toMatchObject([{ is_delivered: false, latest: FAILS }]);
    expect(queued).toEqual([]);
    const attempts = sent.length;
    await anEvent();
    await wake();
    expect(sent).toHaveLength(attempts);
    const note = await getItem(table, { pk: `WEBHOOKS#${webhook.channel_id}`, sk: `OFF#${webhook.id}` });
    expect(note).toMatchObject({ is_fresh: 'yes' });
  });

  it('whose address answers 410 is switched off at once', async () => {
    await anEvent();
    answer = () => ({ status: 410, duration_ms: 5 });
    await wake();
    expect(await stored()).toMatchObject({ state: 'gone' });
    expect(queued).toEqual([]);
  });

  it('waits for its budget without a failure, and loses what has waited for a day', async () => {
    const old = await anEvent();
    refusedUntilMs = nowMs + 20 * HOUR_MS;
    await wake();
    await wait(19 * HOUR_MS);
    expect(sent).toEqual([]);
    const recent = await anEvent();
    refusedUntilMs = nowMs + 6 * HOUR_MS;
    await wait(HOUR_MS);
    refusedUntilMs = null;
    await wait(6 * HOUR_MS);
    expect(sent).toEqual([recent]);
    expect((await deliveries()).done).toMatchObject([
      { message_id: recent, is_delivered: true },
      { message_id: old, is_delivered: false, attempts: 0, latest: { error: 'expired' } },
    ]);
    expect(await stored()).not.toHaveProperty('failures');
  });

  it('that was deleted gets nothing', async () => {
    await sendWaiting(deps, { channelId: webhook.channel_id, webhookId: ulid(nowMs) });
    expect(sent).toEqual([]);
  });
});
