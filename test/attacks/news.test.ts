/** What somebody could do by news: have the site ask where it must not, read or end what is another's, or flood. */
import { afterAll, beforeEach, describe, expect, it, test } from 'vitest';
import { newsKeys } from '#functions/news/news-keys.ts';
import { isPublicAddress } from '#functions/base/public-address.ts';
import { isPushAddress } from '#functions/news/push-address.ts';
import type { PushBrowser } from '#functions/news/table/news.item.ts';
import { webPushSender } from '#functions/news/delivery/web-push.ts';
import { MAX_NEWS_BROWSERS } from '#shared/limits.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { startPushService } from '#test/support/browser/push/push-service.ts';
import { NO_NEWS } from '#test/support/api/news-settings.ts';

const NOWHERES = [
  'http://push.example/x',
  'http://169.254.169.254/latest/meta-data/',
  'https://169.254.169.254/latest/meta-data/',
  'https://127.0.0.1/x',
  'https://2130706433/x',
  'https://0x7f.1/x',
  'https://[::1]/x',
  'https://[::ffff:10.0.0.1]/x',
  'https://localhost/x',
  'https://localhost./x',
  'https://metadata.google.internal/x',
  'https://printer.local/x',
  'https://push.example:9001/x',
  'https://somebody@push.example/x',
  'file:///etc/passwd',
  'ftp://push.example/x',
  'push.example',
  'https://attacker.example/x',
  'https://fcm.googleapis.com.attacker.example/x',
  'https://evilnotify.windows.com/x',
  'https://fcm.googleapis.com./x',
  'https://fcm.googleapis.com:8443/x',
  'http://fcm.googleapis.com/x',
];

let ada: TestUser;
let ben: TestUser;
const service = await startPushService();
const site = await localApi({ news: { pushOrigins: [service.origin] } });
afterAll(() => service.close());
beforeEach(async () => {
  [ada, ben] = [await site.aUser(), await site.aUser()];
});

const call = (method: string, path: string, { token }: TestUser, body?: object) =>
  site.api(method, path, { token, body });
const settingsOf = async (user: TestUser) =>
  expectSuccess('GET /news/settings', await call('GET', '/news/settings', user));
const subscribe = async (user: TestUser, endpoint?: string) => {
  const { subscription } = service.subscribe('');
  return call('PUT', '/news/browsers', user, { ...subscription, ...(endpoint && { endpoint }) });
};

describe('a forbidden push address', () => {
  it.each(NOWHERES)('is refused at subscription: %s', async (endpoint) => {
    expectError(await subscribe(ada, endpoint), 'invalid_request');
    expect((await settingsOf(ada)).browsers).toEqual([]);
    expect(isPushAddress(endpoint, '')).toBe(false);
  });

  it.each([
    [
      '10.0.0.1',
      '100.64.0.1',
      '127.0.0.1',
      '169.254.169.254',
      '172.31.255.255',
      '192.168.1.1',
      '0.0.0.0',
      '255.255.255.255',
    ],
    [
      '::1',
      '::',
      'fe80::1',
      'fd00:ec2::254',
      '::ffff:127.0.0.1',
      '64:ff9b::a9fe:a9fe',
      '2002:a9fe:a9fe::1',
      'ff02::1',
    ],
  ])('is any private address: %s and others', (...addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });

  it('differs from a public one', () => {
    expect(['142.250.185.78', '2a00:1450:4001:80b::200e'].filter(isPublicAddress)).toHaveLength(2);
  });

  it.each([
    'https://fcm.googleapis.com/fcm/send/x',
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://wns2-par02p.notify.windows.com/w/?token=x',
    'https://web.push.apple.com/x',
  ])('is not %s', (endpoint) => {
    expect(isPushAddress(endpoint, '')).toBe(true);
  });

  it('is not contacted, whatever its name resolves to at the time', async () => {
    const keys = newsKeys('a key of these tests').push;
    const { subscription } = service.subscribe(keys[0].publicKey);
    const { pathname } = new URL(subscription.endpoint);
    const endpoint = `https://web.push.apple.com${pathname}`;
    // As a treacherous DNS would have it: one of them is public.
    const resolve = async () => [
      { address: '142.250.185.78', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ];
    const send = webPushSender({ keys, subject: 'mailto:a@b.example', alsoOrigins: '', resolve });
    const browser = { id: '', name: '', addedAt: '', pushKey: keys[0].publicKey, ...subscription, endpoint };
    const push = { title: '', body: '', path: '/', lang: 'en', dir: 'ltr', topic: 'x', lifeS: 1 } as const;
    await expect(send(browser, push)).rejects.toThrow('leads to an address that is not public');
  });
});

describe('a subscription that nothing can be sent to', () => {
  const KEYS = {
    'a point beside the curve': Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]),
    'the first half of a compressed point': Buffer.concat([Buffer.from([2]), Buffer.alloc(64, 1)]),
    zeros: Buffer.alloc(65),
  };

  it.each(Object.entries(KEYS))('is refused for its key: %s', async (_, key) => {
    const { subscription } = service.subscribe('');
    const keys = { ...subscription.keys, p256dh: key.toString('base64url') };
    const answer = await call('PUT', '/news/browsers', ada, { ...subscription, keys });
    expectError(answer, 'invalid_request');
    expect((await settingsOf(ada)).browsers).toEqual([]);
  });

  const keys = newsKeys('a key of these tests').push;
  const send = (browser: Pick<PushBrowser, 'endpoint' | 'keys'>) => {
    const sender = webPushSender({ keys, subject: 'mailto:a@b.example', alsoOrigins: service.origin });
    const push = { title: '', body: '', path: '/', lang: 'en', dir: 'ltr', topic: 'x', lifeS: 1 } as const;
    return sender({ id: '', name: '', addedAt: '', pushKey: keys[0].publicKey, ...browser }, push);
  };

  it('ends its subscription instead of failing its page again and again', async () => {
    const { subscription } = service.subscribe(keys[0].publicKey);
    const broken = { ...subscription.keys, p256dh: KEYS['a point beside the curve'].toString('base64url') };
    expect(await send({ ...subscription, keys: broken })).toBe('gone');
    expect(await send(subscription)).toBe('sent');
  });

  it.each([400, 401, 403, 413])('is no reason for a retry where a service answers %d', async (status) => {
    const browser = service.subscribe(keys[0].publicKey);
    browser.answer(status);
    expect(await send(browser.subscription)).toBe('refused');
    for (const later of [429, 503]) {
      browser.answer(later);
      await expect(send(browser.subscription)).rejects.toThrow(`answered ${later}`);
    }
  });
});

describe('an unsubscribe link', () => {
  const keys = () => newsKeys(process.env['NEWS_KEYS']!);
  const choice = { push: NO_NEWS, mail: { ...NO_NEWS, live: true, video: true } };
  const end = (token: string) =>
    site.api('POST', `/news/end/${token}`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
  const follow = (token: string, is_ended?: boolean) =>
    site.api('POST', '/news/end', { body: { token, is_ended } });

  it('unsubscribes with one click as in RFC 8058, and can be undone on its page', async () => {
    await call('PUT', '/news/settings', ada, choice);
    const token = keys().endToken(ada.id, 'live');
    expect((await follow(token)).body).toEqual({ kind: 'live', is_ended: false });
    for (const answer of [await end(token), await end(token), await follow(token), await follow(token, true)])
      expect(answer).toMatchObject({ status: 200, body: { kind: 'live', is_ended: true } });
    expect((await settingsOf(ada)).mail).toEqual({ ...choice.mail, live: false });
    expect((await follow(token, false)).body).toEqual({ kind: 'live', is_ended: false });
    expect((await settingsOf(ada)).mail).toEqual(choice.mail);
  });

  it('changes nothing when a scanner opens it, or the address in the header', async () => {
    await call('PUT', '/news/settings', ada, choice);
    const token = keys().endToken(ada.id, 'live');
    for (const method of ['GET', 'HEAD'])
      for (const path of [`/news/end/${token}`, '/news/end'])
        expect((await site.api(method, path)).status).toBeGreaterThanOrEqual(400);
    expect((await follow(token)).body).toEqual({ kind: 'live', is_ended: false });
    expect((await settingsOf(ada)).mail).toEqual(choice.mail);
  });

  it('works for one user and one kind only', async () => {
    await call('PUT', '/news/settings', ben, choice);
    const token = keys().endToken(ada.id, 'live');
    const forged = [
      token.replace(ada.id, ben.id),
      token.replace('~live~', '~video~'),
      `${ben.id}~live~`,
      `${ben.id}~live`,
      newsKeys('another key').endToken(ben.id, 'live'),
      'x',
    ];
    for (const one of forged)
      for (const answer of [await end(one), await follow(one), await follow(one, true)])
        expectError(answer, 'not_found');
    expect((await settingsOf(ben)).mail).toEqual(choice.mail);
    const { status } = await site.api('GET', '/news', { token });
    expect(status).toBe(401);
  });
});

test('the browsers of one user are limited, and the oldest is dropped', async () => {
  for (let index = 0; index < MAX_NEWS_BROWSERS + 2; index += 1)
    expectSuccess('PUT /news/browsers', await subscribe(ada));
  expect((await settingsOf(ada)).browsers).toHaveLength(MAX_NEWS_BROWSERS);
});

test('another person’s browsers, bells and notifications are out of reach', async () => {
  const { id } = expectSuccess('PUT /news/browsers', await subscribe(ada));
  await call('DELETE', `/news/browsers/${id}`, ben);
  expect((await settingsOf(ada)).browsers).toHaveLength(1);
  expect((await settingsOf(ben)).browsers).toEqual([]);
  for (const path of ['/news', '/news/unread', '/news/settings'])
    expectError(await site.api('GET', path), 'unauthenticated');
});

test('a bell notifies followers only', async () => {
  const words = expectError(await call('PUT', `/news/bells/${ada.id}`, ben), 'conflict');
  expect(words).toBe('Follow the channel first to get its notifications.');
});
