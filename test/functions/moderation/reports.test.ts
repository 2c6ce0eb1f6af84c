import { beforeEach, describe, expect, it } from 'vitest';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { aModerator, caseOf, decided, queueOf, report } from '#test/support/api/moderation/moderators.ts';
import { seedVideos } from '#test/support/api/table/seed-videos.ts';

let ada: TestUser;
let bea: TestUser;
const site = await localApi({ realtime: true });
const moderator = await aModerator(site);
beforeEach(async () => {
  [ada, bea] = [await site.aUser(), await site.aUser()];
});

const reported = async (who: TestUser, body: object) =>
  expectSuccess('POST /reports', await report(site, who, body));

async function say(channel: TestUser, author: TestUser, message: string): Promise<string> {
  const { token } = author;
  const answer = await site.api('POST', `/chat/${channel.id}`, { token, body: { message } });
  return expectSuccess('POST /chat/{id}', answer).id;
}

describe('a report', () => {
  it('puts a message into the queue, with its text and the messages before it', async () => {
    await say(ada, ada, 'good evening');
    const id = await say(ada, bea, 'buy my fans');
    await reported(ada, { kind: 'message', id: ada.id, message_id: id, words: 'again and again' });
    const context = await caseOf(site, moderator, `message.${ada.id}.${id}`);
    expect(context).toMatchObject({
      case: {
        username: bea.username,
        channel_id: bea.id,
        evidence: { text: 'buy my fans', title: null, channel: ada.username },
        reports: 1,
        reasons: [{ reason: 'spam', count: 1 }],
        is_open: true,
        decisions: [],
      },
      reports: [{ reason: 'spam', words: 'again and again' }],
      said_before: [{ username: ada.username, message: 'good evening' }],
      suspension: null,
      acts_before: 0,
    });
    expect((await queueOf(site, moderator)).map((one) => one.id)).toContain(`message.${ada.id}.${id}`);
  });

  it('puts videos, channels and profiles into the queue, with what they show', async () => {
    const [video] = await seedVideos(site.table, bea, [{ status: 'ready', title: 'A fan of mine' }]);
    const profile = { description: 'I sell fans', display_name: 'The fan shop' };
    await site.api('PUT', '/streamers/profile', { token: bea.token, body: profile });
    await reported(ada, { kind: 'video', id: video!.id });
    await reported(ada, { kind: 'channel', id: bea.id });
    await reported(ada, { kind: 'profile', id: bea.id, reason: 'impersonation' });
    const evidence = async (id: string) => (await caseOf(site, moderator, id)).case.evidence;
    expect(await evidence(`video.${video!.id}`)).toMatchObject({ title: 'A fan of mine' });
    expect(await evidence(`channel.${bea.id}`)).toMatchObject({ title: 'The fan shop' });
    expect(await evidence(`profile.${bea.id}`)).toMatchObject({ text: 'I sell fans' });
  });

  it('counts once per reporter', async () => {
    const body = { kind: 'channel', id: bea.id } as const;
    await reported(ada, body);
    await reported(ada, { ...body, reason: 'hate' });
    const others = await Promise.all([1, 2, 3, 4].map(() => site.aUser()));
    await Promise.all(others.map((other) => reported(other, { ...body, reason: 'hate' })));
    const { case: one, reports } = await caseOf(site, moderator, `channel.${bea.id}`);
    expect(one).toMatchObject({
      reports: 5,
      reasons: [
        { reason: 'hate', count: 4 },
        { reason: 'spam', count: 1 },
      ],
    });
    expect(reports).toHaveLength(5);
  });

  it('reopens a dismissed case', async () => {
    const body = { kind: 'channel', id: bea.id } as const;
    await reported(ada, body);
    await decided(site, moderator, `channel.${bea.id}`, { act: 'dismiss' });
    await reported(ada, { ...body, words: 'it still is' });
    const { case: one, reports } = await caseOf(site, moderator, `channel.${bea.id}`);
    expect(one).toMatchObject({ is_open: true, reports: 1, decisions: [] });
    expect(reports).toMatchObject([{ words: 'it still is' }]);
  });

  it('reopens a decided case, whose decision stays in force and can be taken back', async () => {
    const { ada: reporter, bea: owner } = { ada: await site.aUser(), bea: await site.aUser() };
    const id = `profile.${owner.id}`;
    await reported(reporter, { kind: 'profile', id: owner.id });
    await decided(site, moderator, id, { act: 'remove', reason: 'spam' });
    await reported(await site.aUser(), { kind: 'profile', id: owner.id });
    const acts = async () => {
      const { case: one } = await caseOf(site, moderator, id);
      return [one.is_open, ...one.decisions.map(({ act }) => act)];
    };
    expect(await acts()).toEqual([true, 'remove']);
    await decided(site, moderator, id, { act: 'dismiss' });
    expect(await acts()).toEqual([false, 'remove', 'dismiss']);
    await decided(site, moderator, id, { act: 'undo' });
    expect(await acts()).toEqual([false, 'remove']);
  });

  it('of one’s own content is refused', async () => {
    const words = expectError(await report(site, ada, { kind: 'channel', id: ada.id }), 'conflict');
    expect(words).toBe("You can't report your own content.");
  });

  it.each([
    [{ kind: 'nothing' }],
    [{ reason: 'because' }],
    [{ words: 'x'.repeat(501) }],
    [{ id: 'not an id' }],
    [{ more: true }],
  ])('with %j is refused', async (wrong) => {
    const body = { kind: 'channel', id: bea.id, ...wrong };
    expectError(await report(site, ada, body as object), 'invalid_request');
  });
});
