/** A person whose data the fuzzed requests can reach but never damage, so that a request can always find it. */
import { createECDH } from 'node:crypto';
import fc from 'fast-check';
import { newsKeys } from '#functions/news/news-keys.ts';
import { NEWS_KINDS } from '#shared/people/news.ts';
import { aPlanBody, PLAN_ID } from '../schedules/plans.ts';
import { OUTPUTS, seedReplay } from '../table/seed-videos.ts';
import { expectSuccess } from '../contract-checks.ts';
import type { LocalApi, TestUser } from '../local-api.ts';
import { knownClips } from './known-clips.ts';
import { knownFans } from './known-fans.ts';
import type { Known } from './near-valid.ts';
import { RoomCaller } from '../rooms.ts';

const DAY_MS = 24 * 60 * 60_000;

/** What fields mean on some routes alone, by what the names of these routes have in them; what comes later wins. */
export type KnownOnRoutes = readonly (readonly [route: string, known: Known])[];

/**
 * A neighbour with a chat, a replay, a plan and links of her mails. `friends` follow her and look after her chat, and each
 * has planned a broadcast. Returns what fields may well hold on the routes for such things.
 */
export async function addNeighbour(site: LocalApi, friends: readonly TestUser[]): Promise<KnownOnRoutes> {
  const cleo = await site.aUser({ username: 'Cleo' });
  for (const friend of friends) {
    const follow = await site.api('POST', `/follows/${cleo.id}`, { token: friend.token });
    expectSuccess('POST /follows/{id}', follow);
  }
  const messages = await chatOf(site, cleo, friends);
  const { id: replay } = await seedReplay(site.table, cleo, OUTPUTS);
  const days = [2, 3, 4].map((n) => new Date(Date.now() + n * DAY_MS).toISOString().slice(0, 10));
  for (const streamer of [cleo, ...friends]) await planDaily(site, streamer, days[0]!);
  const rooms = [cleo, ...friends].map(({ id }) => id);
  const own = friends.map(({ id }) => id);
  return [
    ['/chat/', { id: fc.constantFrom(...rooms), reply_to: fc.constantFrom(undefined, ...messages) }],
    ['/replays/', { id: fc.constant(replay) }],
    ...(await knownClips(site, cleo, friends)),
    ...(await knownFans(site, cleo, friends)),
    ['/rooms/', { id: fc.constantFrom(...own), username: fc.constantFrom('Ada', 'bea', 'CLEO', 'nobody') }],
    ['/rooms/{id}/pin', { id: fc.constantFrom(...rooms) }],
    ['PUT /rooms/{id}/pin', { id: fc.constant(cleo.id), message_id: fc.constantFrom(...messages) }],
    ['/news/bells/', { channel_id: fc.constantFrom(...rooms) }],
    ['/news/browsers', browser],
    ['/news/end', { token: fc.constantFrom(...linksOf(cleo)) }],
    [
      '/reports',
      {
        id: fc.constantFrom(cleo.id, cleo.id, replay, ...own),
        message_id: fc.option(fc.constantFrom(...messages), { nil: undefined }),
      },
    ],
    [
      '/schedules/',
      {
        channel_id: fc.constantFrom(...rooms),
        day: fc.constantFrom(...days),
        start_date: fc.constantFrom(...days),
        end_date: fc.constantFrom(null, ...days),
        time_zone: fc.constantFrom('Europe/Berlin', 'Pacific/Chatham', 'UTC'),
        occurrence_id: fc.constantFrom(...days.map((day) => `${PLAN_ID}_${day}`)),
      },
    ],
    ['/reminders/', { channel_id: fc.constant(cleo.id) }],
    // Of plans that are not cancelled as a whole.
    ['/days/', { plan_id: fc.constant(PLAN_ID) }],
  ];
}

const browser: Known = {
  endpoint: fc.constantFrom(
    'https://web.push.apple.com/one',
    'https://web.push.apple.com/two',
    'https://127.0.0.1/',
  ),
  keys: fc.constant({
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: 'a'.repeat(22),
  }),
};

/** A chat that friends look after. Returns its messages' ids. */
async function chatOf(site: LocalApi, cleo: TestUser, friends: readonly TestUser[]): Promise<string[]> {
  const caller = new RoomCaller(site);
  for (const friend of friends)
    expectSuccess('PUT /rooms/{id}/moderators/{username}', await caller.name(cleo, cleo, friend));
  return [(await caller.say(cleo, cleo, 'Hello')).id, (await caller.say(cleo, cleo, 'It turns')).id];
}

async function planDaily(site: LocalApi, { token }: TestUser, start_date: string): Promise<void> {
  const body = aPlanBody({ start_date, repeat: 'daily' });
  const planned = await site.api('PUT', `/schedules/plans/${PLAN_ID}`, { token, body });
  expectSuccess('PUT /schedules/plans/{plan_id}', planned);
}

/** As they stand at the end of mails. */
function linksOf({ id }: TestUser): string[] {
  const keys = newsKeys(process.env['NEWS_KEYS'] ?? '');
  return NEWS_KINDS.map((kind) => keys.endToken(id, kind));
}
