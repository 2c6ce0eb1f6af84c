import { ulid } from 'ulid';
import { beforeEach, describe, expect, it } from 'vitest';
import { PROFILE_TEXTS } from '#shared/channels/profile-fields.ts';
import { checkChain } from '#shared/plain/moderation/check-chain.ts';
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
import { aPlanBody } from '#test/support/api/schedules/plans.ts';
import { seedClips } from '#test/support/api/table/seed-clips.ts';
import { seedVideos } from '#test/support/api/table/seed-videos.ts';

let ada: TestUser;
let bea: TestUser;
const site = await localApi({ realtime: true });
const moderator = await aModerator(site);
beforeEach(async () => {
  [ada, bea] = [await site.aUser(), await site.aUser()];
});

/** A case of Bea's channel, profile or video, or of what she has said in Ada's chat. */
async function aCase(kind: 'channel' | 'profile' | 'video' | 'message'): Promise<string> {
  const id = { channel: bea.id, profile: bea.id, video: '', message: ada.id }[kind];
  const thing =
    kind === 'video'
      ? { id: (await seedVideos(site.table, bea, [{ status: 'ready', title: 'Turning' }]))[0]!.id }
      : kind === 'message'
        ? { id, message_id: await say('buy my fans') }
        : { id };
  expectSuccess('POST /reports', await report(site, ada, { kind, ...thing }));
  return [kind, ...Object.values(thing)].join('.');
}

async function say(message: string): Promise<string> {
  const answer = await site.api('POST', `/chat/${ada.id}`, { token: bea.token, body: { message } });
  return expectSuccess('POST /chat/{id}', answer).id;
}

const chatOf = async ({ id }: TestUser) =>
  expectSuccess('GET /chat/{id}', await site.api('GET', `/chat/${id}`)).map(({ message }) => message);
const channelOf = async ({ username }: TestUser) =>
  expectSuccess('GET /streamers/{username}', await site.api('GET', `/streamers/${username}`));

const whyRemoved = async ({ token }: TestUser, id: string) =>
  expectSuccess('GET /reports/removals/{id}', await site.api('GET', `/reports/removals/${id}`, { token }));

const REMOVE = { act: 'remove', reason: 'spam' } as const;

describe('removing and restoring', () => {
  it('a message takes it from the chat and brings it back', async () => {
    const id = await aCase('message');
    expect(await decided(site, moderator, id, REMOVE)).toMatchObject({
      is_open: false,
      decisions: [{ act: 'remove', reason: 'spam' }],
    });
    expect(await chatOf(ada)).toEqual([]);
    expect(await decided(site, moderator, id, { act: 'undo' })).toMatchObject({
      is_open: true,
      decisions: [],
    });
    expect(await chatOf(ada)).toEqual(['buy my fans']);
  });

  it('a video hides it from everybody but its owner, who sees the reason', async () => {
    const id = await aCase('video');
    const path = `/videos/${id.split('.')[1]}`;
    const listed = async () =>
      expectSuccess('GET /videos', await site.api('GET', `/videos?channel=${bea.id}`)).length;
    await decided(site, moderator, id, { ...REMOVE, words: 'No shops.' });
    expectError(await site.api('GET', path), 'not_found');
    expect(await listed()).toBe(0);
    const own = expectSuccess('GET /videos/{id}', await site.api('GET', path, { token: bea.token }));
    expect(own.is_removed).toBe(true);
    expect(await whyRemoved(bea, own.id)).toMatchObject([
      { kind: 'video', reason: 'spam', words: 'No shops.' },
    ]);
    expect(await whyRemoved(ada, own.id)).toEqual([]);
    // What its owner chooses changes nothing of it.
    const open = { token: bea.token, body: { visibility: 'public' } };
    expectSuccess('PATCH /videos/{id}', await site.api('PATCH', path, open));
    expectError(await site.api('GET', path), 'not_found');
    await decided(site, moderator, id, { act: 'undo' });
    expect(expectSuccess('GET /videos/{id}', await site.api('GET', path)).is_removed).toBeUndefined();
    expect(await whyRemoved(bea, own.id)).toEqual([]);
    expect(await listed()).toBe(1);
  });

  it('a clip hides it from everybody and shows it again', async () => {
    const [video] = await seedVideos(site.table, ada, [{ status: 'ready' }]);
    const [clip] = await seedClips(site.table, ada, video!.id, 1, bea);
    const path = `/clips/${clip!.id}`;
    const { status } = await report(site, bea, { kind: 'clip', id: clip!.id });
    expect(status).toBe(409);
    expectSuccess('POST /reports', await report(site, ada, { kind: 'clip', id: clip!.id }));
    await decided(site, moderator, `clip.${clip!.id}`, REMOVE);
    for (const { token } of [ada, bea]) expectError(await site.api('GET', path, { token }), 'not_found');
    expect(await whyRemoved(bea, clip!.id)).toMatchObject([{ kind: 'clip', reason: 'spam' }]);
    await decided(site, moderator, `clip.${clip!.id}`, { act: 'undo' });
    expectSuccess('GET /clips/{id}', await site.api('GET', path));
  });

  it('a profile empties its texts, and restores those that are still empty', async () => {
    const write = (body: object) => site.api('PUT', '/streamers/profile', { token: bea.token, body });
    const texts = Object.fromEntries(PROFILE_TEXTS.map((name) => [name, `I sell ${name}s`]));
    const links = ['https://fans.example/shop'];
    await write({ ...texts, display_name: 'The fan shop', links });
    const id = await aCase('profile');
    expect((await caseOf(site, moderator, id)).case.evidence.text).toContain(links[0]);
    await decided(site, moderator, id, REMOVE);
    expect(await channelOf(bea)).toMatchObject({
      ...Object.fromEntries(PROFILE_TEXTS.map((name) => [name, ''])),
      display_name: bea.username,
    });
    expect(await channelOf(bea)).not.toHaveProperty('links');
    expect(await whyRemoved(bea, bea.id)).toMatchObject([{ kind: 'profile', reason: 'spam' }]);
    await write({ schedule: 'Sundays' });
    await decided(site, moderator, id, { act: 'undo' });
    const restored = { ...texts, schedule: 'Sundays', display_name: bea.username };
    expect(await channelOf(bea)).toMatchObject({ ...restored, links: [{ url: links[0] }] });
    // The name is anybody's meanwhile, and its owner may take it again.
    expectSuccess('PUT /streamers/profile', await write({ display_name: 'The fan shop' }));
  });

  it('a profile takes a category of the owner’s own words with it, but none of the site’s', async () => {
    const choose = async (game: string) => {
      const answer = await site.api('PATCH', '/streamers/status', { token: bea.token, body: { game } });
      expectSuccess('PATCH /streamers/status', answer);
    };
    const gameOf = async () => (await channelOf(bea)).game;
    await choose('Buy my fans');
    const id = await aCase('profile');
    await decided(site, moderator, id, REMOVE);
    expect(await gameOf()).toBe('');
    await decided(site, moderator, id, { act: 'undo' });
    expect(await gameOf()).toBe('Buy my fans');
    await choose('Box Fans');
    await decided(site, moderator, id, REMOVE);
    expect(await gameOf()).toBe('Box Fans');
    await decided(site, moderator, id, { act: 'undo' });
    expect(await gameOf()).toBe('Box Fans');
  });

  it('a profile takes the planned broadcasts with it, and restores them unless others were planned', async () => {
    const plan = (title: string) =>
      site.api('PUT', `/schedules/plans/${ulid()}`, {
        token: bea.token,
        body: aPlanBody({ title, start_date: '2027-05-01', repeat: 'weekly' }),
      });
    const titles = async () => {
      const upcoming = await site.api('GET', `/schedules/${bea.id}?limit=1`);
      const calendar = await site.api('GET', `/schedules/calendars/${bea.username}`);
      return [
        ...expectSuccess('GET /schedules/{channel_id}', upcoming).map(({ title }) => title),
        ...(/SUMMARY:(.*)/.exec(String(calendar.body))?.slice(1) ?? []).map((title) => title.trim()),
      ];
    };
    expectSuccess('PUT /schedules/plans/{plan_id}', await plan('Buy my fans'));
    expect(await titles()).toEqual(['Buy my fans', 'Buy my fans']);
    const id = await aCase('profile');
    await decided(site, moderator, id, REMOVE);
    expect(await titles()).toEqual([]);
    await decided(site, moderator, id, { act: 'undo' });
    expect(await titles()).toEqual(['Buy my fans', 'Buy my fans']);
    await decided(site, moderator, id, REMOVE);
    await plan('Blades at night');
    await decided(site, moderator, id, { act: 'undo' });
    expect(await titles()).toEqual(['Blades at night', 'Blades at night']);
  });

  it('something already gone is recorded all the same', async () => {
    const id = await aCase('video');
    await site.api('DELETE', `/videos/${id.split('.')[1]}`, { token: bea.token });
    expect(await decided(site, moderator, id, REMOVE)).toMatchObject({ decisions: [{ act: 'remove' }] });
  });
});

describe('a decision', () => {
  it('requires a reason to remove, and a duration to suspend', async () => {
    const id = await aCase('channel');
    const { version } = (await caseOf(site, moderator, id)).case;
    for (const body of [{ act: 'remove' }, { act: 'suspend', reason: 'spam' }, { act: 'lift' }])
      expectError(await decide(site, moderator, id, { version, ...body }), 'invalid_request');
  });

  it('is idempotent, and a late repetition does not undo a newer one', async () => {
    const id = await aCase('message');
    const { version } = (await caseOf(site, moderator, id)).case;
    const entries = (await logOf(site)).length;
    const send = () => decide(site, moderator, id, { version, ...REMOVE });
    const first = expectSuccess('POST /moderation/cases/{case_id}', await send());
    expect(expectSuccess('POST /moderation/cases/{case_id}', await send())).toEqual(first);
    await decided(site, moderator, id, { act: 'undo' });
    expectError(await send(), 'conflict');
    expect(await chatOf(ada)).toEqual(['buy my fans']);
    expect((await logOf(site)).length).toBe(entries + 2);
  });

  it('by two moderators at once is the first one’s', async () => {
    const id = await aCase('message');
    const other = await aModerator(site);
    const { version } = (await caseOf(site, moderator, id)).case;
    const answers = await Promise.all([
      decide(site, moderator, id, { version, ...REMOVE }),
      decide(site, other, id, { version, act: 'dismiss' }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

describe('the log', () => {
  it('contains every act completely, in simultaneous use too, and names no user', async () => {
    const before = (await logOf(site)).length;
    const people = await Promise.all(Array.from({ length: 6 }, () => site.aUser()));
    for (const { id } of people) await report(site, ada, { kind: 'channel', id });
    const others = [moderator, await aModerator(site), await aModerator(site)];
    await Promise.all(
      people.map(({ id }, index) =>
        decided(site, others[index % 3]!, `channel.${id}`, index % 2 ? { act: 'dismiss' } : REMOVE),
      ),
    );
    const entries = await logOf(site);
    expect(entries.length).toBe(before + 8);
    expect(await checkChain(entries)).toEqual({ seq: entries.length, hash: entries.at(-1)!.hash });
    const text = JSON.stringify(entries);
    for (const { id, username } of [...people, ...others]) {
      expect(text).not.toContain(id);
      expect(text).not.toContain(username);
    }
  });

  it('is public: entries by page, counts, and the last entry of each day', async () => {
    const all = await logOf(site);
    const read = async (path: string) =>
      expectSuccess('GET /transparency/entries', await site.api('GET', `/transparency/entries${path}`));
    expect([...(await read('?limit=2')), ...(await read('?cursor=2&limit=100'))]).toEqual(all);
    const { head, counts } = expectSuccess('GET /transparency', await site.api('GET', '/transparency'));
    const { seq, hash, at } = all.at(-1)!;
    const day = at.slice(0, 10);
    expect(head).toEqual({ day, seq, hash, line: `fanfare-log ${day} ${seq} ${hash}` });
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(all.length);
    const days = expectSuccess('GET /transparency/days', await site.api('GET', '/transparency/days'));
    expect(days[0]).toEqual(head);
  });

  it('writes each head to the operator’s log', async () => {
    site.log.clear();
    const id = await aCase('message');
    await decided(site, moderator, id, REMOVE);
    const { head } = expectSuccess('GET /transparency', await site.api('GET', '/transparency'));
    expect(site.log.entries()).toContainEqual(
      expect.objectContaining({ step: 'transparency.head', line: head!.line }),
    );
  });

  it('records who becomes or stops being a moderator', async () => {
    const someone = await site.aUser();
    await setRole(site, someone);
    await setRole(site, someone, false);
    expect((await logOf(site)).slice(-2)).toMatchObject([
      { act: 'grant', subject: 'role' },
      { act: 'revoke', subject: 'role' },
    ]);
  });

  it('verifies the sealed content once it is disclosed', async () => {
    const id = await aCase('message');
    const { decisions } = await decided(site, moderator, id, REMOVE);
    const { sealOf } = await import('#functions/moderation/transparency/chain.ts');
    const { getItem } = await import('#functions/aws/table/get-item.ts');
    const { actKey } = await import('#functions/moderation/transparency/log.item.ts');
    const { seq } = decisions[0]!;
    const act = await getItem<{ salt: string }>(site.table, actKey(bea.id, seq));
    const sealed = { concerned: bea.id, moderator: moderator.id, case_id: id };
    expect((await logOf(site))[seq - 1]?.sealed).toBe(sealOf(sealed, act!.salt));
  });
});
