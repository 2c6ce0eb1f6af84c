import { createECDH, randomBytes } from 'node:crypto';
import { noticesRepository } from '#functions/news/table/notices.repository.ts';
import { entriesRepository } from '#functions/news/table/entries.repository.ts';
import { namedInChat } from '#functions/news/notice.ts';
import { noticeWrite } from '#functions/news/notice.item.ts';
import { transact } from '#functions/aws/table/write-items.ts';
import { changeChannel } from '#functions/channels/index.ts';
import { aModerator, decided, report, setRole } from '../moderation/moderators.ts';
import { expectSuccess } from '../contract-checks.ts';
import type { LocalApi, TestUser } from '../local-api.ts';
import { RoomCaller } from '../rooms.ts';
import { aPlanBody } from '../schedules/plans.ts';
import { inBothOrders, send, type Seeding } from './seeding.ts';
import { NO_NEWS } from '../news-settings.ts';

export async function follows(seeding: Seeding): Promise<void> {
  for (const [follower, { id }] of inBothOrders(seeding))
    await send(seeding, follower, 'POST /follows/{id}', `/follows/${id}`);
}

/** A message of each in the chat of each. */
export async function chat(seeding: Seeding): Promise<void> {
  const request = {
    body: { message: `What a fan of ${seeding.name}!` },
    headers: { 'idempotency-key': 'once' },
  };
  for (const [author, other] of inBothOrders(seeding))
    for (const { id } of [author, other])
      await send(seeding, author, 'POST /chat/{id}', `/chat/${id}`, request);
}

/** Each has started a poll in their own chat, and votes in that of the other. */
export async function polls(seeding: Seeding): Promise<void> {
  const body = { question: `Which fan, ${seeding.name}?`, answers: ['Desk', 'Box'], duration_s: 60 };
  for (const [author, other] of inBothOrders(seeding)) {
    const { id } = await send(seeding, author, 'POST /polls/{id}', `/polls/${author.id}`, { body });
    const path = `/polls/${author.id}/${id}/vote`;
    await send(seeding, other, 'PUT /polls/{id}/{poll_id}/vote', path, { body: { answer: 1 } });
  }
}

/** Each has raided the other, and accepts raids from followed channels alone. */
export async function raids(seeding: Seeding): Promise<void> {
  const { table } = seeding.site;
  const setLive = (is_live: boolean) =>
    Promise.all(inBothOrders(seeding).map(([{ id }]) => changeChannel(table, id, () => ({ is_live }))));
  await setLive(true);
  for (const [raider, { username }] of inBothOrders(seeding))
    await send(seeding, raider, 'POST /raids', '/raids', { body: { username } });
  for (const [person] of inBothOrders(seeding))
    await send(seeding, person, 'PUT /raids/settings', '/raids/settings', { body: { accepts: 'followed' } });
  await setLive(false);
}

/** A mode, words, an emote, a pinned message, a moderator and a sanction. The person is a moderator elsewhere, and timed out. */
export async function rooms({ site, person, friend }: Seeding): Promise<void> {
  const caller = new RoomCaller(site);
  const [trusting, strict] = [await site.aUser(), await site.aUser()];
  const { id } = await caller.say(person, person, `Be kind, says ${person.username}`);
  const answers = await Promise.all([
    caller.setMode(person, person, { slow_mode_s: 30 }),
    caller.setWords(person, person, ['clunker']),
    caller.putEmote(person, 'spin', 'A fan that spins'),
    caller.pin(person, person, id),
    caller.name(person, person, friend),
    caller.silence(person, person, strict, null),
    caller.name(trusting, trusting, person),
    caller.silence(strict, strict, person, 10),
  ]);
  for (const { status } of answers) if (status >= 300) throw new Error(`A room answered ${status}`);
}

export async function blockedPeople(seeding: Seeding): Promise<void> {
  for (const [by, { username }] of inBothOrders(seeding))
    await send(seeding, by, 'PUT /hidden-people/{username}', `/hidden-people/${username}`);
}

/** A browser, settings, a bell, and a piece of news of either in the other's list. */
export async function news(seeding: Seeding): Promise<void> {
  const { site, person, friend } = seeding;
  const keys = {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
  const browser = { endpoint: 'https://web.push.apple.com/somebody', keys };
  await send(seeding, person, 'PUT /news/browsers', '/news/browsers', { body: browser });
  const settings = { push: NO_NEWS, mail: NO_NEWS };
  await send(seeding, person, 'PUT /news/settings', '/news/settings', { body: settings });
  await send(seeding, person, 'PUT /news/bells/{channel_id}', `/news/bells/${friend.id}`);
  for (const [author, named] of inBothOrders(seeding)) {
    const notice = namedInChat(friend.id, author.id, [named.username], Date.now());
    await transact(site.table, [noticeWrite(site.table, notice)]);
    await entriesRepository(site.table).add(named.id, notice);
    await noticesRepository(site.table).markHandedOver(notice, null, '', Date.now());
  }
}

/** Each has reported the other. The person was suspended, has appealed, and is no longer. */
export async function reports(seeding: Seeding): Promise<void> {
  const { site, person, friend } = seeding;
  const moderator = await aModerator(site);
  await reportChannel(site, person, friend, `I, ${person.username}, do not like this`);
  await reportChannel(site, friend, person, `It is ${person.username} again`);
  await decided(site, moderator, `channel.${person.id}`, { act: 'suspend', reason: 'spam', days: 1 });
  const body = { words: `${person.username} is innocent` };
  await send(seeding, person, 'POST /reports/appeals', '/reports/appeals', { body });
  await decided(site, moderator, `appeal.${person.id}`, { act: 'lift' });
}

/** The person was a moderator of the site, and has decided a case. */
export async function siteModeration({ site, person }: Seeding): Promise<void> {
  const [reporter, other] = [await site.aUser(), await site.aUser()];
  await setRole(site, person);
  await reportChannel(site, reporter, other);
  await decided(site, person, `channel.${other.id}`, { act: 'remove', reason: 'spam' });
  await setRole(site, person, false);
}

async function reportChannel(site: LocalApi, by: TestUser, { id }: TestUser, words = ''): Promise<void> {
  expectSuccess('POST /reports', await report(site, by, { kind: 'channel', id, words }));
}

/** Each plans a broadcast, and the other wants to be reminded of it. */
export async function plans(seeding: Seeding): Promise<void> {
  const start_date = new Date(Date.now() + 48 * 60 * 60_000).toISOString().slice(0, 10);
  const body = aPlanBody({ title: `${seeding.name} at night`, start_date });
  for (const [viewer, streamer] of inBothOrders(seeding)) {
    const plan = `/schedules/plans/${streamer.id}`;
    const { id } = await send(seeding, streamer, 'PUT /schedules/plans/{plan_id}', plan, { body });
    const occurrenceId = `${id}_${start_date}`;
    const reminder = 'PUT /schedules/{channel_id}/reminders/{occurrence_id}';
    await send(seeding, viewer, reminder, `/schedules/${streamer.id}/reminders/${occurrenceId}`);
    if (streamer === seeding.person) seeding.ids.occurrenceId = occurrenceId;
  }
}

/** Of the person's channel, with a delivery that waits. */
export async function webhooks(seeding: Seeding): Promise<void> {
  const { person } = seeding;
  const body = { kind: 'standard', url: 'https://hooks.example/', events: ['stream.started'] };
  const { webhook } = await send(seeding, person, 'POST /webhooks', '/webhooks', { body });
  await send(seeding, person, 'POST /webhooks/{id}/test', `/webhooks/${webhook.id}/test`);
}
