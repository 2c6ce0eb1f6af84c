/** Who wants to hear all that is said, or to have it sent a hundred times over. */
import { describe, expect, it, vi } from 'vitest';
import { channelTopic, LISTS_TOPIC } from '#shared/plain/topics.ts';
import { passTo, passToLists } from '#test/support/api/passes.ts';
import { localApi } from '#test/support/api/local-api.ts';
import { messagesIn } from '#test/support/stand-ins/channel-listener.ts';
import { connect, type RealtimeClient } from '#test/support/stand-ins/realtime-client.ts';

// The last test counts publications, which an interval keeps apart.
vi.unmock('../../functions/realtime/announce.adapters.ts');

const site = await localApi({ realtime: true });
const [ada, grace] = [await site.aUser(), await site.aUser()];

const passToAda = () => passTo(site, 'channel', ada.id);
const listenerBy = (pass: string) => connect({ port: site.realtime!.port, pass });

/** The answer to subscribing; `data` and keep-alives are skipped. */
async function subscribed(client: RealtimeClient, id: string, channel: string, pass: unknown) {
  client.send({ type: 'subscribe', id, channel, authorization: { host: 'localhost', Authorization: pass } });
  for (;;) {
    const message = await client.next();
    if (message['id'] === id && message['type'] !== 'data') return message['type'];
  }
}

describe('a chat’s events', () => {
  it.each([
    ['nothing', async () => ''],
    ['a token of their own making', async () => `channel.${ada.id}.aaaaaaaa.9999999999.c2lnbmVk`],
    ['the token of a person', async () => ada.token],
    ['a pass with another channel in it', async () => (await passToAda()).replace(ada.id, grace.id)],
  ])('are refused to %s', async (_, visible) => {
    const client = await listenerBy(await visible());
    expect(await client.next()).toMatchObject({ type: 'connection_error' });
    expect(await client.closed).toBe(4401);
  });

  it('are refused to the key that the API once published', async () => {
    const { body } = await site.api('GET', '/realtime');
    expect(body).not.toHaveProperty('api_key');
  });

  it.each([
    ['a video', () => passTo(site, 'video', ada.id)],
    ['the lists', () => passToLists(site)],
  ])('are refused to a pass to %s, which receives list events only', async (_, pass) => {
    const visible = await pass();
    const client = await listenerBy(visible);
    for (const [n, channel] of [channelTopic(ada.id), '/channels/*', '/channels', '/lists/*'].entries())
      expect(await subscribed(client, `s${n}`, channel, visible)).toBe('subscribe_error');
    expect(await subscribed(client, 'lists', LISTS_TOPIC, visible)).toBe('subscribe_success');
    client.close();
  });

  it('reach only the holder of a pass', async () => {
    const pass = await passToAda();
    const client = await listenerBy(pass);
    const others = [
      '/channels/*',
      '/channels',
      'channels',
      '/lists/*',
      '/lists',
      '/*',
      `${channelTopic(ada.id)}/*`,
      channelTopic(grace.id),
      '/default/x',
    ];
    for (const [n, channel] of others.entries())
      expect([channel, await subscribed(client, `other ${n}`, channel, pass)]).toEqual([
        channel,
        'subscribe_error',
      ]);
    expect(await subscribed(client, 'own', channelTopic(ada.id), pass)).toBe('subscribe_success');
    for (const author of [grace, ada]) {
      const body = { message: `said in the chat of ${author.username}` };
      await site.api('POST', `/chat/${author.id}`, { token: grace.token, body });
    }
    const { type, event } = await client.next();
    expect([type, String(event)]).toEqual(['data', expect.stringContaining(`chat of ${ada.username}`)]);
    client.close();
  });

  it('need a pass for each channel, on one connection too', async () => {
    const [own, other] = [await passToAda(), await passTo(site, 'channel', grace.id)];
    const client = await listenerBy(own);
    expect(await subscribed(client, 'a', channelTopic(grace.id), own)).toBe('subscribe_error');
    expect(await subscribed(client, 'b', channelTopic(grace.id), undefined)).toBe('subscribe_error');
    expect(await subscribed(client, 'c', channelTopic(grace.id), other)).toBe('subscribe_success');
    client.close();
  });

  it.each([
    ['a chat', () => channelTopic(ada.id)],
    ['the lists', () => LISTS_TOPIC],
  ])('%s accepts no messages from a pass', async (_, topic) => {
    const pass = await passToAda();
    const client = await listenerBy(pass);
    const authorization = { host: 'localhost', Authorization: pass };
    client.send({ type: 'publish', id: 'p', channel: topic(), events: ['"forged"'], authorization });
    let message = await client.next();
    while (message['id'] !== 'p') message = await client.next();
    expect(message).toMatchObject({ type: 'publish_error' });
    client.close();
  });
});

/** What is delivered is what is billed. */
it('messages from many users are published in a few batches', async () => {
  const writers = await Promise.all(Array.from({ length: 20 }, () => site.aUser()));
  const pass = await passToAda();
  const client = await listenerBy(pass);
  await subscribed(client, 'own', channelTopic(ada.id), pass);
  const startMs = performance.now();
  const answers = await Promise.all(
    writers.map(({ token, username }) =>
      site.api('POST', `/chat/${ada.id}`, { token, body: { message: `${username} was here` } }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(writers.map(() => 201));
  const received: string[] = [];
  let deliveries = 0;
  while (received.length < writers.length) {
    const { event } = await client.next();
    if (event === undefined) continue;
    deliveries += 1;
    received.push(...messagesIn(event).map(({ message }) => message));
  }
  expect(received.toSorted()).toEqual(writers.map(({ username }) => `${username} was here`).toSorted());
  expect(deliveries).toBeLessThanOrEqual(2 + (performance.now() - startMs) / 500);
  client.close();
});
