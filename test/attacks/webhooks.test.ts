/** Webhooks reach nothing but public addresses, whatever their owner enters. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { isPublicAddress, type Resolve } from '#functions/base/public-address.ts';
import { poster } from '#functions/webhooks/sending/post.ts';
import { addressRefusal } from '#functions/webhooks/webhook-address.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi } from '#test/support/api/local-api.ts';
import { startWebhookReceiver, status } from '#test/support/api/webhook-receiver.ts';

const site = await localApi();

const PRIVATE_HOSTS = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '017700000001',
  '0177.0.0.1',
  '127.0.0.1.',
  '%31%32%37.0.0.1',
  '１２７.0.0.1',
  '127。0。0。1',
  '0',
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '100.127.255.255',
  '169.254.169.254',
  '169.254.170.2',
  '2852039166',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.170',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::127.0.0.1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:8.8.8.8]',
  '[64:ff9b::169.254.169.254]',
  '[64:ff9b::808:808]',
  '[64:ff9b:1::1]',
  '[100::1]',
  '[2001::1]',
  '[2001:db8::1]',
  '[2002:7f00:1::]',
  '[2002:a9fe:a9fe::1]',
  '[3fff::1]',
  '[5f00::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  'printer.local',
  'metadata.google.internal',
  'router.home.arpa',
  'intranet',
] as const;

describe('the address of a webhook', () => {
  it.each(PRIVATE_HOSTS)('is not of the host %s', (host) => {
    expect(addressRefusal(`https://${host}/`, false)).toMatch(
      /^(webhook_private_address|not_a_webhook_address)$/,
    );
    expect(addressRefusal(`https://${host}:8443/`, false)).not.toBeNull();
  });

  it.each([
    ['http://hooks.example/', 'webhook_not_https'],
    ['http://hooks.example:443/', 'webhook_not_https'],
    ['https://hooks.example:80/', 'webhook_port'],
    ['https://hooks.example:22/', 'webhook_port'],
    ['https://hooks.example:0/', 'webhook_port'],
    ['https://user@hooks.example/', 'webhook_credentials'],
    ['https://user:word@hooks.example/', 'webhook_credentials'],
    ['https://:word@hooks.example/', 'webhook_credentials'],
    ['ftp://hooks.example/', 'not_a_webhook_address'],
    ['file:///etc/passwd', 'not_a_webhook_address'],
    ['javascript:alert(1)', 'not_a_webhook_address'],
    ['//hooks.example/', 'not_a_webhook_address'],
    ['hooks.example', 'not_a_webhook_address'],
    ['https://', 'not_a_webhook_address'],
    ['https://hooks.example:99999/', 'not_a_webhook_address'],
  ])('is not %s: %s', (address, refusal) => {
    expect(addressRefusal(address, false)).toBe(refusal);
  });

  it.each([
    'https://hooks.example/path?query=1',
    'https://hooks.example:443/',
    'https://hooks.example:8443/',
    'https://hooks.example./',
    'https://bücher.example/',
    'https://8.8.8.8/',
    'https://[2a00:1450:4001:80b::200e]/',
  ])('may be %s', (address) => {
    expect(addressRefusal(address, false)).toBeNull();
  });

  it('is checked where it is created and where it is changed', async () => {
    const { token } = await site.aUser();
    const body = { kind: 'standard', url: 'https://hooks.example/', events: ['stream.started'] };
    const { webhook } = expectSuccess('POST /webhooks', await site.api('POST', '/webhooks', { token, body }));
    const url = 'https://2852039166/latest/meta-data/';
    expectError(await site.api('POST', '/webhooks', { token, body: { ...body, url } }), 'invalid_request');
    const change = { url, events: body.events, is_on: true };
    expectError(await site.api('PUT', `/webhooks/${webhook.id}`, { token, body: change }), 'invalid_request');
  });
});

const messageTo = (url: string) => ({ url, headers: {}, body: '{}' });

describe('a request to a webhook', () => {
  it.each(PRIVATE_HOSTS)('is not sent to %s, also where it was stored', async (host) => {
    const post = poster({ allowsPrivate: false, resolve: unexpected, clock: Date.now });
    expect(await post(messageTo(`https://${host}/`))).toMatchObject({ error: 'refused' });
  });

  it.each([
    ['127.0.0.1'],
    ['8.8.8.8', '169.254.169.254'],
    ['::1'],
    ['::ffff:10.0.0.1'],
    ['64:ff9b::a00:1'],
    ['2002:a00:1::'],
  ])('is not sent to a name that leads to %s', async (...addresses) => {
    const post = poster({ allowsPrivate: false, resolve: resolving(addresses), clock: Date.now });
    expect(await post(messageTo('https://hooks.example/'))).toMatchObject({ error: 'refused' });
  });

  it('goes to the address that was checked, where the name leads elsewhere a moment later', async () => {
    const receiver = await aReceiver();
    const { port } = new URL(receiver.url);
    const answers = [['127.0.0.1'], ['127.0.0.2']];
    let asked = 0;
    const resolve: Resolve = async (name) => resolving(answers[asked++] ?? [])(name);
    const post = poster({ allowsPrivate: true, resolve, clock: Date.now });
    expect(await post(messageTo(`http://rebinding.example:${port}/`))).toMatchObject({ status: 204 });
    expect(asked).toBe(1);
    expect(receiver.messages[0]?.headers.host).toBe(`rebinding.example:${port}`);
  });

  it('follows no redirect', async () => {
    const [receiver, internal] = [await aReceiver(), await aReceiver()];
    for (const code of [301, 302, 303, 307, 308]) {
      receiver.answer(status(code, { location: internal.url }));
      expect(await anyPost(messageTo(receiver.url))).toMatchObject({ status: code });
    }
    expect(internal.messages).toEqual([]);
  });

  it('reads no more than 16 kB of an answer', async () => {
    const receiver = await aReceiver();
    let written = 0;
    const ended = Promise.withResolvers<void>();
    receiver.answer((response) => {
      response.on('close', () => ended.resolve());
      const part = Buffer.alloc(64 * 1024);
      const write = (): void => {
        while (written < 10_000_000 && !response.destroyed) {
          written += part.length;
          if (!response.write(part)) return void response.once('drain', write);
        }
        response.end();
      };
      write();
    });
    expect(await anyPost(messageTo(receiver.url))).toMatchObject({ status: 200 });
    await ended.promise;
    expect(written).toBeLessThan(10_000_000);
  });

  it('fails at a head of more than 16 kB', async () => {
    const receiver = await aReceiver();
    receiver.answer(status(204, { 'x-long': 'x'.repeat(17 * 1024) }));
    expect(await anyPost(messageTo(receiver.url))).toMatchObject({ error: 'unreachable' });
  });

  it('ends in time where the answer never comes, or never ends', async () => {
    const receiver = await aReceiver();
    const post = poster({ allowsPrivate: true, timeoutMs: 100, clock: Date.now });
    receiver.answer(() => {});
    expect(await post(messageTo(receiver.url))).toMatchObject({ error: 'timed_out' });
    receiver.answer((response) => void response.writeHead(200).write('a'));
    expect(await post(messageTo(receiver.url))).toMatchObject({ error: 'timed_out' });
  });

  it('has no answer where nothing listens', async () => {
    const receiver = await startWebhookReceiver();
    await receiver.close();
    expect(await anyPost(messageTo(receiver.url))).toMatchObject({ error: 'unreachable' });
  });
});

it('no public address counts as private', () => {
  expect(['1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111'].filter(isPublicAddress)).toHaveLength(4);
});

const anyPost = poster({ allowsPrivate: true, clock: Date.now });

const unexpected: Resolve = () => Promise.reject(new Error('The name was resolved'));

const resolving =
  (addresses: readonly string[]): Resolve =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

async function aReceiver() {
  const receiver = await startWebhookReceiver();
  onTestFinished(() => receiver.close());
  return receiver;
}
