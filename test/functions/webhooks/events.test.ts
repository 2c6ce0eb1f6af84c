/** From what happens on a channel to a message at its owner's program. */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { onWebhookItems } from '#functions/webhooks/new-items.handlers.ts';
import type { Wake } from '#functions/webhooks/sending/sending.ts';
import { webhookMessages } from '#shared/people/webhook-messages.ts';
import type { WebhookEventType } from '#shared/plain/webhooks.ts';
import { expectSuccess, strict } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { seedClips } from '#test/support/api/table/seed-clips.ts';
import { seedVideos } from '#test/support/api/table/seed-videos.ts';
import { startWebhookReceiver, status, verified } from '#test/support/api/webhook-receiver.ts';
import { changeChannel } from '#functions/channels/index.ts';

const site = await localApi({ mail: true, news: { webhooksToPrivate: true, hiddenMs: 100 } });

let ada: TestUser;
let ben: TestUser;
beforeEach(async () => {
  [ada, ben] = [await site.aProvenUser(), await site.aProvenUser()];
});

async function aWebhook(...events: WebhookEventType[]) {
  const receiver = await startWebhookReceiver();
  onTestFinished(() => receiver.close());
  const body = { kind: 'standard', url: receiver.url, events };
  const answer = await site.api('POST', '/webhooks', { token: ada.token, body });
  const { webhook, secret } = expectSuccess('POST /webhooks', answer);
  /** Waits for so many messages, and returns them. */
  const received = async (count: number) => {
    await vi.waitFor(() => expect(receiver.messages.length).toBeGreaterThanOrEqual(count), {
      timeout: 20_000,
    });
    return receiver.messages.map((message) => inContract(verified(secret, message)));
  };
  return { ...receiver, webhook, secret, received };
}

/** The body, without a field that the contract does not have. */
function inContract(body: unknown): unknown {
  const { type } = body as { readonly type: string };
  const schema = webhookMessages.find((message) => message.type === type)!.body;
  expect(strict(schema).safeParse(body).error?.issues).toBeUndefined();
  return body;
}

const channel = () => ({
  id: ada.id,
  username: ada.username,
  display_name: ada.username,
  url: `http://localhost:3000/channel/${ada.username}`,
});

const write = (message: string) =>
  site.api('POST', `/chat/${ada.id}`, { token: ben.token, body: { message } });
const deliveriesOf = async (id: string) => {
  const answer = await site.api('GET', `/webhooks/${id}/deliveries`, { token: ada.token });
  return expectSuccess('GET /webhooks/{id}/deliveries', answer);
};

describe('an event', () => {
  it('of a stream is its start, its change and its end, but not an interruption', async () => {
    const hook = await aWebhook('stream.started', 'stream.updated', 'stream.ended');
    const change = (fields: Parameters<typeof changeChannel>[2] extends (c: never) => infer R ? R : never) =>
      changeChannel(site.table, ada.id, () => fields);
    await change({ off_air: 'ready', title: 'Soon', game: 'Box Fans' });
    await change({ is_live: true, off_air: undefined });
    await change({ is_live: false, off_air: 'interrupted' });
    await change({ is_live: true, off_air: undefined });
    await change({ title: 'A quiet evening', tags: ['calm'] });
    await change({ viewers: 3 });
    await change({ is_live: false });
    const messages = await hook.received(3);
    expect(messages).toMatchObject([
      {
        version: 1,
        type: 'stream.started',
        data: { channel: channel(), title: 'Soon', category: 'Box Fans' },
      },
      { type: 'stream.updated', data: { title: 'A quiet evening', tags: ['calm'] } },
      { type: 'stream.ended', data: { channel: channel() } },
    ]);
    expect(messages).toHaveLength(3);
  });

  it('of a chat is each message, in order', async () => {
    const hook = await aWebhook('chat.message');
    for (const message of ['one', 'two', 'three']) expect((await write(message)).status).toBe(201);
    expect(await hook.received(3)).toMatchObject(
      ['one', 'two', 'three'].map((message) => ({
        type: 'chat.message',
        data: { channel: channel(), message: { username: ben.username, message } },
      })),
    );
  });

  it('of a follow does not name the follower, because follows are not public', async () => {
    const hook = await aWebhook('follow.created');
    for (let times = 0; times < 2; times += 1)
      await site.api('POST', `/follows/${ada.id}`, { token: ben.token });
    const [message] = await hook.received(1);
    expect(message).toMatchObject({ type: 'follow.created', data: { channel: channel() } });
    expect(JSON.stringify(message)).not.toContain(ben.id);
    expect(JSON.stringify(message)).not.toContain(ben.username);
  });

  it('of a video is that it became public', async () => {
    const hook = await aWebhook('video.published');
    const [video] = await seedVideos(site.table, ada, [{ status: 'ready', title: 'Turning' }]);
    const url = `${channel().url}/video/${video!.id}`;
    expect(await hook.received(1)).toMatchObject([
      {
        type: 'video.published',
        data: { channel: channel(), video: { id: video!.id, title: 'Turning', url } },
      },
    ]);
  });

  it('of a clip is that it was made', async () => {
    const hook = await aWebhook('clip.created');
    const [video] = await seedVideos(site.table, ada, [{ status: 'ready' }]);
    const [clip] = await seedClips(site.table, ada, video!.id, 1, ben);
    const url = `http://localhost:3000/clip/${clip!.id}`;
    expect(await hook.received(1)).toMatchObject([
      {
        type: 'clip.created',
        data: { channel: channel(), clip: { id: clip!.id, clipper: ben.username, url } },
      },
    ]);
  });

  it('of the chat’s moderation is the act', async () => {
    const hook = await aWebhook('moderation.action');
    const path = `/rooms/${ada.id}/sanctions/${ben.username}`;
    const body = { minutes: 10, reason: 'Too loud' };
    const answer = await site.api('PUT', path, { token: ada.token, body });
    expect(answer.status).toBeLessThan(300);
    expect(await hook.received(1)).toMatchObject([
      {
        type: 'moderation.action',
        data: {
          action: { act: 'time_out', moderator_id: ada.id, person: { id: ben.id }, reason: 'Too loud' },
        },
      },
    ]);
  });

  it('goes to those webhooks alone that have chosen it', async () => {
    const [chats, follows] = [await aWebhook('chat.message'), await aWebhook('follow.created')];
    await write('one');
    await site.api('POST', `/follows/${ada.id}`, { token: ben.token });
    expect(await chats.received(1)).toMatchObject([{ type: 'chat.message' }]);
    expect(await follows.received(1)).toMatchObject([{ type: 'follow.created' }]);
    expect([chats.messages, follows.messages]).toMatchObject([{ length: 1 }, { length: 1 }]);
  });
});

describe('a delivery', () => {
  it('is listed, and sent again with the same id and body', async () => {
    const hook = await aWebhook('chat.message');
    await write('one');
    await hook.received(1);
    const listed = () => deliveriesOf(hook.webhook.id);
    await vi.waitFor(async () => expect(await listed()).toMatchObject([{ state: 'delivered', status: 204 }]));
    const [delivery] = await listed();
    const path = `/webhooks/${hook.webhook.id}/deliveries/${delivery!.id}`;
    expect((await site.api('POST', path, { token: ada.token })).status).toBe(204);
    await hook.received(2);
    const [first, second] = hook.messages;
    expect(second).toMatchObject({ id: first!.id, body: first!.body });
    await vi.waitFor(async () =>
      expect((await listed()).map(({ state }) => state)).toEqual(['delivered', 'delivered']),
    );
  });

  it('is a test on request', async () => {
    const hook = await aWebhook('chat.message');
    const path = `/webhooks/${hook.webhook.id}/test`;
    expect((await site.api('POST', path, { token: ada.token })).status).toBe(204);
    expect(await hook.received(1)).toMatchObject([{ type: 'webhook.test', data: { channel: channel() } }]);
  });

  it('that failed is repeated at once after a change of the webhook', async () => {
    const hook = await aWebhook('chat.message');
    hook.answer(status(500));
    await write('one');
    await vi.waitFor(async () => expect((await deliveriesOf(hook.webhook.id))[0]?.status).toBe(500));
    hook.answer(status(204));
    const { url, events, id } = hook.webhook;
    const body = { url, events, is_on: true };
    expectSuccess('PUT /webhooks/{id}', await site.api('PUT', `/webhooks/${id}`, { token: ada.token, body }));
    await vi.waitFor(async () =>
      expect((await deliveriesOf(id))[0]).toMatchObject({ state: 'delivered', attempts: 2 }),
    );
  });
});

it('a webhook that is gone gets no more events, and its owner a mail', async () => {
  const hook = await aWebhook('chat.message');
  hook.answer(status(410));
  const mails = site.pool.mails.length;
  await write('one');
  await vi.waitFor(() => expect(site.pool.mails.length).toBeGreaterThan(mails), { timeout: 20_000 });
  expect(site.pool.mails.at(-1)).toMatchObject({ to: ada.email });
  expect(site.pool.mails.at(-1)?.text).toContain(new URL(hook.webhook.url).host);
  expect(site.pool.mails.at(-1)?.text).not.toContain(hook.webhook.url);
  await write('two');
  expect(await deliveriesOf(hook.webhook.id)).toMatchObject([{ state: 'failed', status: 410, attempts: 1 }]);
  const { client, TableName } = site.table;
  const Key = { pk: `CHANNEL#${ada.id}`, sk: 'CHANNEL' };
  const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  expect(Item?.['webhooks']).toEqual({ [hook.webhook.id]: [] });
});

it('a late or doubled record of the stream wakes the sender, and writes nothing', async () => {
  const woken: Wake[] = [];
  const deps = { wake: async (wake: Wake) => void woken.push(wake), reportOff: async () => {} };
  const NewImage = { pk: { S: 'WEBHOOK_EVENTS#channel' }, sk: { S: 'PENDING#hook#event' } };
  const others = [
    { pk: { S: 'NOTICE#1' }, sk: { S: 'NOTICE' } },
    { pk: { S: 'WEBHOOKS#channel' }, sk: { S: 'HOOK#hook' } },
  ];
  const Records = [NewImage, NewImage, ...others].map((image) => ({ dynamodb: { NewImage: image } }));
  await onWebhookItems(deps, { Records });
  expect(woken).toEqual([{ channelId: 'channel', webhookId: 'hook' }]);
});
