import { createECDH, randomBytes } from 'node:crypto';
import { noticesRepository } from '#functions/news/table/notices.repository.ts';
import { entriesRepository } from '#functions/news/table/entries.repository.ts';
import { namedInChat } from '#functions/news/notice.ts';
import { noticeWrite } from '#functions/news/notice.item.ts';
import { transact } from '#functions/aws/table/write-items.ts';
import { expectSuccess } from '../contract-checks.ts';
import type { LocalApi, TestUser } from '../local-api.ts';
import { RoomCaller } from '../rooms.ts';
import { aModerator, decided, report, setRole } from '../moderation/moderators.ts';

/** So many people come for it, and stay. */
export const PEACE_TAKES = 5;

/**
 * Leaves data of a person in each part of moderation and notification: their room and their friend's, hidden users, reports
 * and decisions about them and by them, their log of site moderation, and their notification settings. They follow their
 * friend by then.
 */
export async function keepPeace(site: LocalApi, person: TestUser, friend: TestUser): Promise<void> {
  await leadRooms(site, person, friend);
  await hideEachOther(site, person, friend);
  await subscribeToNews(site, person, friend);
  await answerForThemselves(site, person, friend);
  await moderateTheSite(site, person);
}

/** Each is a moderator with somebody, and silenced by somebody. */
async function leadRooms(site: LocalApi, person: TestUser, friend: TestUser): Promise<void> {
  const rooms = new RoomCaller(site);
  const [trusting, strict] = [await site.aUser(), await site.aUser()];
  const { id } = await rooms.say(person, person, `Be kind, says ${person.username}`);
  const done = await Promise.all([
    rooms.setMode(person, person, { slow_mode_s: 30 }),
    rooms.setWords(person, person, ['clunker']),
    rooms.pin(person, person, id),
    rooms.name(person, person, friend),
    rooms.silence(person, person, strict, null),
    rooms.name(trusting, trusting, person),
    rooms.silence(strict, strict, person, 10),
  ]);
  for (const { status } of done) if (status >= 300) throw new Error(`A room answered ${status}`);
}

async function hideEachOther(site: LocalApi, person: TestUser, friend: TestUser): Promise<void> {
  for (const [who, whom] of [
    [person, friend],
    [friend, person],
  ] as const) {
    const { token } = who;
    const answer = await site.api('PUT', `/hidden-people/${whom.username}`, { token });
    expectSuccess('PUT /hidden-people/{username}', answer);
  }
}

/** A browser, choices, a bell, and a piece of news of either in the other's list. */
async function subscribeToNews(site: LocalApi, person: TestUser, friend: TestUser): Promise<void> {
  const put = (path: string, body?: object) => site.api('PUT', path, { token: person.token, body });
  const keys = {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
  const endpoint = 'https://web.push.apple.com/somebody';
  expectSuccess('PUT /news/browsers', await put('/news/browsers', { endpoint, keys }));
  const none = {
    live: false,
    video: false,
    replay: false,
    mention: false,
    reminder: false,
    moderation: false,
  };
  expectSuccess('PUT /news/settings', await put('/news/settings', { push: none, mail: none }));
  expectSuccess('PUT /news/bells/{channel_id}', await put(`/news/bells/${friend.id}`));
  for (const [author, named] of [
    [person, friend],
    [friend, person],
  ] as const) {
    const notice = namedInChat(friend.id, author.id, [named.username], Date.now());
    await transact(site.table, [noticeWrite(site.table, notice)]);
    await entriesRepository(site.table).add(named.id, notice);
    await noticesRepository(site.table).markHandedOver(notice, null, '', Date.now());
  }
}

/** They report somebody, are reported, suspended, answer, and are let back. */
async function answerForThemselves(site: LocalApi, person: TestUser, friend: TestUser): Promise<void> {
  const moderator = await aModerator(site);
  const reported = async (by: TestUser, id: string, words: string) =>
    expectSuccess('POST /reports', await report(site, by, { kind: 'channel', id, words }));
  await reported(person, friend.id, `I, ${person.username}, do not like this`);
  await reported(friend, person.id, `It is ${person.username} again`);
  await decided(site, moderator, `channel.${person.id}`, { act: 'suspend', reason: 'spam', days: 1 });
  const body = { words: `${person.username} is innocent` };
  const answer = await site.api('POST', '/reports/appeals', { token: person.token, body });
  expectSuccess('POST /reports/appeals', answer);
  await decided(site, moderator, `appeal.${person.id}`, { act: 'lift' });
}

/** They were a moderator of the site, and have decided something. */
async function moderateTheSite(site: LocalApi, person: TestUser): Promise<void> {
  const [reporter, other] = [await site.aUser(), await site.aUser()];
  await setRole(site, person);
  expectSuccess('POST /reports', await report(site, reporter, { kind: 'channel', id: other.id }));
  await decided(site, person, `channel.${other.id}`, { act: 'remove', reason: 'spam' });
  await setRole(site, person, false);
}
