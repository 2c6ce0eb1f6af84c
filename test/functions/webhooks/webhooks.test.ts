import { beforeEach, describe, expect, it } from 'vitest';
import { deliveriesRepository } from '#functions/webhooks/table/deliveries.repository.ts';
import { MAX_WEBHOOKS, WEBHOOK_DELIVERIES_LISTED } from '#shared/limits.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { ulid } from 'ulid';

const site = await localApi();
const BODY = { kind: 'standard', url: 'https://hooks.example/a', events: ['stream.started'] } as const;
const UNKNOWN_ID = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

let ada: TestUser;
let ben: TestUser;
beforeEach(async () => {
  [ada, ben] = [await site.aUser(), await site.aUser()];
});

const call = (method: string, path: string, { token }: { token?: string }, body?: object) =>
  site.api(method, `/webhooks${path}`, { token, body });
const create = async (user: TestUser, body: object = BODY) =>
  expectSuccess('POST /webhooks', await call('POST', '', user, body));
const listOf = async (user: TestUser) => expectSuccess('GET /webhooks', await call('GET', '', user));
const deliveriesOf = async (user: TestUser, id: string) =>
  expectSuccess('GET /webhooks/{id}/deliveries', await call('GET', `/${id}/deliveries`, user));

describe('creating a webhook', () => {
  it('gives the secret once', async () => {
    const { secret, webhook } = await create(ada);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).toMatchObject({ ...BODY, state: 'on', failing_since: null });
    expect(await listOf(ada)).toEqual([webhook]);
    expect(await listOf(ben)).toEqual([]);
  });

  it('is possible five times at most, also at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: MAX_WEBHOOKS + 2 }, () => call('POST', '', ada, BODY)),
    );
    const created = answers.filter(({ status }) => status === 201);
    expect(created).toHaveLength(MAX_WEBHOOKS);
    expectError(
      answers.find(({ status }) => status !== 201)!,
      'conflict',
    );
    const [oldest] = await listOf(ada);
    expectSuccess('DELETE /webhooks/{id}', await call('DELETE', `/${oldest!.id}`, ada));
    await create(ada);
    expect(await listOf(ada)).toHaveLength(MAX_WEBHOOKS);
  });

  it.each([
    { ...BODY, events: [] },
    { ...BODY, events: ['stream.exploded'] },
    { ...BODY, url: '' },
    { ...BODY, url: `https://hooks.example/${'a'.repeat(500)}` },
    { ...BODY, kind: 'slack' },
    { ...BODY, kind: 'discord', events: ['stream.started', 'chat.message'] },
    { ...BODY, secret: 'whsec_mine' },
  ])('is refused with %o', async (body) => {
    expectError(await call('POST', '', ada, body), 'invalid_request');
  });

  it('stores an event once, however often it is named', async () => {
    const events = ['stream.started', 'stream.ended', 'stream.started'];
    const { webhook } = await create(ada, { ...BODY, events });
    expect(webhook.events).toEqual(['stream.started', 'stream.ended']);
  });
});

describe('a webhook', () => {
  it('is changed, and switched off and on', async () => {
    const { webhook } = await create(ada);
    const change = { url: 'https://hooks.example:8443/b', events: ['chat.message'], is_on: false };
    const answer = await call('PUT', `/${webhook.id}`, ada, change);
    const off = expectSuccess('PUT /webhooks/{id}', answer);
    expect(off).toEqual({ ...webhook, url: change.url, events: change.events, state: 'off' });
    expectError(await call('POST', `/${webhook.id}/test`, ada), 'conflict');
    const on = await call('PUT', `/${webhook.id}`, ada, { ...change, is_on: true });
    expect(expectSuccess('PUT /webhooks/{id}', on).state).toBe('on');
    expect(await listOf(ada)).toEqual([on.body]);
  });

  it('of Discord takes no other events later', async () => {
    const { webhook } = await create(ada, { ...BODY, kind: 'discord' });
    const change = { url: BODY.url, events: ['chat.message'], is_on: true };
    expectError(await call('PUT', `/${webhook.id}`, ada, change), 'invalid_request');
  });

  it('gets another secret', async () => {
    const { webhook, secret } = await create(ada);
    const answer = await call('POST', `/${webhook.id}/secret`, ada);
    const renewed = expectSuccess('POST /webhooks/{id}/secret', answer);
    expect(renewed.webhook).toEqual(webhook);
    expect(renewed.secret).not.toBe(secret);
  });

  it('is deleted with its deliveries', async () => {
    const { webhook } = await create(ada);
    expectSuccess('POST /webhooks/{id}/test', await call('POST', `/${webhook.id}/test`, ada));
    expectSuccess('DELETE /webhooks/{id}', await call('DELETE', `/${webhook.id}`, ada));
    expectError(await call('DELETE', `/${webhook.id}`, ada), 'not_found');
    expect(await listOf(ada)).toEqual([]);
    const left = await deliveriesRepository(site.table).list(ada.id, webhook.id);
    expect(left).toEqual({ pending: [], done: [] });
  });
});

describe('deliveries', () => {
  it('are the latest fifty, the newest first', async () => {
    const { webhook } = await create(ada);
    for (let index = 0; index < WEBHOOK_DELIVERIES_LISTED + 5; index += 1) {
      const id = ulid(Date.now() + index);
      const place = { channelId: ada.id, webhookId: webhook.id, id };
      const at = new Date().toISOString();
      const event = { message_id: id, type: 'stream.started', at, data: '{}' } as const;
      await deliveriesRepository(site.table).add(place, event, Date.now());
    }
    expectSuccess('POST /webhooks/{id}/test', await call('POST', `/${webhook.id}/test`, ada));
    const listed = await deliveriesOf(ada, webhook.id);
    expect(listed).toHaveLength(WEBHOOK_DELIVERIES_LISTED);
    const ids = listed.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted().toReversed());
    expect(listed[0]).toMatchObject({ state: 'pending', attempts: 0, status: null, error: null });
  });

  it('of a webhook that is off have failed', async () => {
    const { webhook } = await create(ada);
    expectSuccess('POST /webhooks/{id}/test', await call('POST', `/${webhook.id}/test`, ada));
    await call('PUT', `/${webhook.id}`, ada, { url: BODY.url, events: BODY.events, is_on: false });
    expect(await deliveriesOf(ada, webhook.id)).toMatchObject([{ type: 'webhook.test', state: 'failed' }]);
  });

  it('that wait are not sent again', async () => {
    const { webhook } = await create(ada);
    expectSuccess('POST /webhooks/{id}/test', await call('POST', `/${webhook.id}/test`, ada));
    const [waiting] = await deliveriesOf(ada, webhook.id);
    const path = `/${webhook.id}/deliveries/${waiting!.id}`;
    expectError(await call('POST', path, ada), 'not_found');
  });
});

describe.each([
  ['PUT', '', { url: BODY.url, events: BODY.events, is_on: true }],
  ['DELETE', '', undefined],
  ['POST', '/secret', undefined],
  ['POST', '/test', undefined],
  ['GET', '/deliveries', undefined],
  ['POST', `/deliveries/${UNKNOWN_ID}`, undefined],
] as const)('%s /webhooks/{id}%s', (method, rest, body) => {
  it('finds no webhook of others, and none that does not exist', async () => {
    const { webhook } = await create(ada);
    expectError(await call(method, `/${webhook.id}${rest}`, ben, body), 'not_found');
    expectError(await call(method, `/${UNKNOWN_ID}${rest}`, ada, body), 'not_found');
    expect(await listOf(ada)).toEqual([webhook]);
  });

  it('needs a session', async () => {
    expectError(await call(method, `/${UNKNOWN_ID}${rest}`, {}, body), 'unauthenticated');
  });
});
