/** Who would moderate without the role, with one that was taken away, for themselves, or rewrite what was done. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { checkChain } from '#shared/plain/moderation/check-chain.ts';
import { canonical, type LogEntry } from '#shared/plain/moderation/public-log.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import {
  aModerator,
  caseOf,
  decide,
  decided,
  logOf,
  report,
  setRole,
} from '#test/support/api/moderation/moderators.ts';

const REMOVE = { act: 'remove', reason: 'spam' } as const;
const SUSPEND = { act: 'suspend', reason: 'spam', days: null } as const;

let ada: TestUser;
let bea: TestUser;
const site = await localApi({ realtime: true });
const moderator = await aModerator(site);
beforeEach(async () => {
  [ada, bea] = [await site.aUser(), await site.aUser()];
});

async function aCaseOf(person: TestUser): Promise<string> {
  expectSuccess('POST /reports', await report(site, ada, { kind: 'channel', id: person.id }));
  return `channel.${person.id}`;
}

describe('without the moderator’s role', () => {
  it('a case cannot be read or decided, even by its subject or reporter', async () => {
    const id = await aCaseOf(bea);
    const entries = await logOf(site);
    for (const { token } of [ada, bea, await site.aUser()]) {
      expectError(await site.api('GET', '/moderation/cases', { token }), 'forbidden');
      expectError(await site.api('GET', `/moderation/cases/${id}`, { token }), 'forbidden');
      for (const body of [REMOVE, SUSPEND, { act: 'dismiss' }, { act: 'undo' }, { act: 'lift' }])
        expectError(await decide(site, { ...ada, token }, id, { version: 1, ...body }), 'forbidden');
    }
    expect(await logOf(site)).toEqual(entries);
  });

  it('no answer reveals whether a case exists', async () => {
    const id = await aCaseOf(bea);
    const ask = async (path: string) =>
      expectError(await site.api('GET', `/moderation/cases/${path}`, { token: ada.token }), 'forbidden');
    expect(await ask(id)).toBe(await ask(`channel.${'0'.repeat(26)}`));
  });

  it('an old token of a former moderator is useless', async () => {
    const id = await aCaseOf(bea);
    const former = await aModerator(site);
    const { version } = (await caseOf(site, former, id)).case;
    await setRole(site, former, false);
    expectError(await site.api('GET', '/moderation/cases', { token: former.token }), 'forbidden');
    expectError(await decide(site, former, id, { version, ...REMOVE }), 'forbidden');
  });

  it('an action is refused when the role is removed at that moment', async () => {
    const { moderationDeps } = await import('#functions/moderation/moderation-deps.ts');
    const { decideCase } = await import('#functions/moderation/moderation.service.ts');
    const id = await aCaseOf(bea);
    const deps = moderationDeps({ table: site.table, clock: Date.now, publishRemoval: async () => {} });
    const { version } = (await deps.cases.find(id))!;
    const entries = await logOf(site);
    // The role was there at the first check.
    const isModerator = vi.fn(deps.people.isModerator).mockResolvedValueOnce(true);
    const ports = { ...deps, people: { ...deps.people, isModerator } };
    const refused = decideCase(ports, ada.id, id, { version, ...SUSPEND });
    await expect(refused).rejects.toMatchObject({ code: 'forbidden' });
    expect(await logOf(site)).toEqual(entries);
    expect((await site.api('GET', `/streamers/${bea.username}`)).status).toBe(200);
  });
});

describe('moderators', () => {
  it('cannot decide about themselves', async () => {
    const id = await aCaseOf(moderator);
    for (const body of [REMOVE, SUSPEND, { act: 'dismiss' }]) {
      const { version } = (await caseOf(site, moderator, id)).case;
      const words = expectError(await decide(site, moderator, id, { version, ...body }), 'forbidden');
      expect(words).toBe('This is about you. Another moderator has to decide it.');
    }
  });

  it('cannot decide about another moderator until the operator removes the role', async () => {
    const other = await aModerator(site);
    const id = await aCaseOf(other);
    const { version } = (await caseOf(site, moderator, id)).case;
    expectError(await decide(site, moderator, id, { version, ...SUSPEND }), 'forbidden');
    await setRole(site, other, false);
    await decided(site, moderator, id, SUSPEND);
  });

  it('cannot be appointed while suspended', async () => {
    await decided(site, moderator, await aCaseOf(bea), SUSPEND);
    await expect(setRole(site, bea)).rejects.toThrow(bea.username);
  });

  it.each(['channel', 'role.0', 'video.x', 'message..', 'channel.0#', '%00'])(
    'find no case with the id %s',
    async (id) => {
      const { token } = moderator;
      expectError(
        await site.api('GET', `/moderation/cases/${encodeURIComponent(id)}`, { token }),
        'invalid_request',
      );
    },
  );
});

describe('a suspended user', () => {
  it('writes nothing with an old idempotency key, and reports nothing', async () => {
    const request = {
      token: bea.token,
      body: { message: 'before' },
      headers: { 'idempotency-key': 'once' },
    };
    expectSuccess('POST /chat/{id}', await site.api('POST', `/chat/${ada.id}`, request));
    await decided(site, moderator, await aCaseOf(bea), SUSPEND);
    expectError(await site.api('POST', `/chat/${ada.id}`, request), 'suspended');
    expectError(await report(site, bea, { kind: 'channel', id: ada.id }), 'suspended');
  });

  it('cannot be reported, followed or written to', async () => {
    await decided(site, moderator, await aCaseOf(bea), SUSPEND);
    const { token } = await site.aUser();
    const other = { ...ada, token };
    expectError(await report(site, other, { kind: 'profile', id: bea.id }), 'not_found');
    expectError(await site.api('POST', `/follows/${bea.id}`, { token }), 'not_found');
    const message = { token, body: { message: 'hello?' } };
    expectError(await site.api('POST', `/chat/${bea.id}`, message), 'not_found');
  });
});

describe('a rewritten log', () => {
  const update = (key: object, field: string, value: unknown) =>
    site.table.client.send(
      new UpdateCommand({
        TableName: site.table.TableName,
        Key: key as Record<string, string>,
        UpdateExpression: 'SET #field = :value',
        ExpressionAttributeNames: { '#field': field },
        ExpressionAttributeValues: { ':value': value },
      }),
    );

  /** Three entries and what the site says of them. */
  async function published(): Promise<LogEntry[]> {
    const answer = await site.api('GET', '/transparency/entries');
    return expectSuccess('GET /transparency/entries', answer) as LogEntry[];
  }

  it('is detected when an entry of the table was changed', async () => {
    for (let count = 0; count < 3; count += 1) {
      const id = await aCaseOf(await site.aUser());
      await decided(site, moderator, id, REMOVE);
    }
    const before = await published();
    expect((await checkChain(before)).broken).toBeUndefined();
    const { entryKey } = await import('#functions/moderation/transparency/log.item.ts');
    const { seq } = before.at(-2)!;
    await update(entryKey(seq), 'reason', 'other');
    expect((await checkChain(await published())).broken).toEqual({ seq, why: 'changed' });
    // Its own hash with it: then the next one does not follow.
    const changed = { ...before.at(-2)!, reason: 'other' as const };
    await update(entryKey(seq), 'hash', createHash('sha256').update(canonical(changed)).digest('hex'));
    expect((await checkChain(await published())).broken).toEqual({ seq: seq + 1, why: 'not chained' });
  });

  it('is detected when an entry is missing or all later ones were remade', async () => {
    const entries = (await logOf(site)).slice(0, 2);
    expect((await checkChain(entries.slice(1))).broken).toEqual({ seq: 1, why: 'missing' });
    const first = { ...entries[0]!, at: '2020-01-01T00:00:00.000Z' };
    const rehashed = { ...first, hash: createHash('sha256').update(canonical(first)).digest('hex') };
    const state = await checkChain([rehashed]);
    // The chain is whole, and is not the one whose head was published: who kept that line sees it.
    expect(state.broken).toBeUndefined();
    expect(state.hash).not.toBe(entries[0]!.hash);
  });
});
