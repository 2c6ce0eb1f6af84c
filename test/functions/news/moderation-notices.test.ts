/** Notifications of people whom a decision of moderators concerns. */
import { beforeEach, describe, expect, it } from 'vitest';
import { deleteNews } from '#functions/news/table/deletion.repository.ts';
import { expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { aModerator, decided, report } from '#test/support/api/moderation/moderators.ts';
import { readAll } from '#test/support/api/table/table-reader.ts';
import { RoomCaller } from '#test/support/api/rooms.ts';

let ada: TestUser;
let ben: TestUser;
const site = await localApi({ mail: true, news: { pushOrigins: [], hiddenMs: 50 } });
const rooms = new RoomCaller(site);
const moderator = await aModerator(site);
beforeEach(async () => {
  [ada, ben] = [await site.aUser(), await site.aProvenUser()];
});

const newsOf = async ({ token }: TestUser) =>
  expectSuccess('GET /news', await site.api('GET', '/news', { token })).news;
const eventsOf = async (person: TestUser) => (await newsOf(person)).map(({ event }) => event);
async function expectEvents(person: TestUser, ...events: readonly string[]): Promise<void> {
  await expect.poll(() => eventsOf(person)).toEqual(events);
}
const mailsTo = ({ email }: TestUser) =>
  site.pool.mails.filter(({ to, subject }) => to === email && subject.includes('moderator'));

describe('in a chat', () => {
  it('the author of removed messages is notified once an hour, with the latest', async () => {
    for (const text of ['Buy my fans', 'Buy them all']) {
      const { id } = await rooms.say(ada, ben, text);
      await rooms.remove(ada, ada, id);
      await expectEvents(ben, 'message_removed');
    }
    await expect
      .poll(async () => (await newsOf(ben))[0])
      .toMatchObject({ kind: 'moderation', channel: { id: ada.id }, title: 'Buy them all', by: null });
  });

  it('an author who deletes their own message is not', async () => {
    const { id } = await rooms.say(ada, ben, 'Oops');
    await rooms.remove(ada, ben, id);
    await rooms.name(ada, ada, ben);
    await expectEvents(ben, 'appointed');
  });

  it('a person who may write again is notified', async () => {
    await rooms.silence(ada, ada, ben, null);
    await rooms.lift(ada, ada, ben);
    await expectEvents(ben, 'chat_lifted');
  });

  it('the streamer is notified of an appeal', async () => {
    await rooms.silence(ada, ada, ben, null);
    expectSuccess('POST /rooms/{id}/appeals', await rooms.appeal(ada, ben, 'I am sorry'));
    await expectEvents(ada, 'chat_appeal');
    expect((await newsOf(ada))[0]).toMatchObject({ title: 'I am sorry', channel: { id: ada.id } });
  });

  it('an appeal is deleted with the account of its author', async () => {
    await rooms.silence(ada, ada, ben, null);
    expectSuccess('POST /rooms/{id}/appeals', await rooms.appeal(ada, ben, 'Forgive me'));
    await expectEvents(ada, 'chat_appeal');
    expect(await deleteNews(site.table)({ ...ben, hasTime: () => true })).toBe(true);
    await expectEvents(ada);
    const notices = (await readAll(site.table)).filter(({ pk }) => pk.startsWith('NOTICE#'));
    expect(JSON.stringify(notices)).not.toContain('Forgive me');
  });

  it('mail goes to those who want it', async () => {
    const { push, mail } = expectSuccess(
      'GET /news/settings',
      await site.api('GET', '/news/settings', { token: ben.token }),
    );
    const body = { push, mail: { ...mail, moderation: true } };
    expectSuccess('PUT /news/settings', await site.api('PUT', '/news/settings', { token: ben.token, body }));
    await rooms.name(ada, ada, ben);
    await expect.poll(() => mailsTo(ben).length).toBe(1);
  });
});

describe('of the whole site', () => {
  it('the author of a removed message is notified', async () => {
    const { id } = await rooms.say(ada, ben, 'Buy my fans');
    expectSuccess('POST /reports', await report(site, ada, { kind: 'message', id: ada.id, message_id: id }));
    await decided(site, moderator, `message.${ada.id}.${id}`, { act: 'remove', reason: 'spam' });
    await expectEvents(ben, 'content_removed');
    expect(await newsOf(ben)).toMatchObject([{ title: 'Buy my fans', channel: { id: ben.id } }]);
  });

  it('a suspended person is notified, and of what became of the appeal; they can mark it as read', async () => {
    expectSuccess('POST /reports', await report(site, ada, { kind: 'channel', id: ben.id }));
    const decision = { act: 'suspend', reason: 'spam', days: 1 };
    await decided(site, moderator, `channel.${ben.id}`, decision);
    await expectEvents(ben, 'suspended');
    const appeal = { token: ben.token, body: { words: 'I am sorry' } };
    expectSuccess('POST /reports/appeals', await site.api('POST', '/reports/appeals', appeal));
    await decided(site, moderator, `appeal.${ben.id}`, { act: 'dismiss' });
    await expectEvents(ben, 'appeal_rejected', 'suspended');
    const read = { token: ben.token, body: { until: new Date().toISOString() } };
    expectSuccess('POST /news/read', await site.api('POST', '/news/read', read));
    expect((await newsOf(ben)).map(({ is_read }) => is_read)).toEqual([true, true]);
    await decided(site, moderator, `channel.${ben.id}`, { act: 'undo' });
    await expectEvents(ben, 'suspension_lifted', 'appeal_rejected', 'suspended');
  });

  it('nothing is said of a report that is dismissed', async () => {
    expectSuccess('POST /reports', await report(site, ada, { kind: 'channel', id: ben.id }));
    await decided(site, moderator, `channel.${ben.id}`, { act: 'dismiss' });
    await rooms.name(ada, ada, ben);
    await expectEvents(ben, 'appointed');
  });
});
