/**
 * Two versions run beside each other: for minutes in a rollout, for longer after one that went back, and items stay for
 * years. What the version before has written is kept (docs/decisions/deployment.md, "Two versions at once").
 */
import { describe, expect, it } from 'vitest';
import type { RouteName } from '#shared/contract.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import { addition, transact } from '#functions/aws/table/write-items.ts';
import { once } from '#functions/base/async/once.ts';
import { expectSuccess } from '#test/support/api/contract-checks.ts';
import { seedPerson } from '#test/support/api/person/seed-person.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { aModerator } from '#test/support/api/moderation/moderators.ts';
import { watchVideo } from '#test/support/api/passes.ts';
import { foldCounters } from '#test/support/api/table/fold-counters.ts';
import {
  isLasting,
  keepItems,
  putItems,
  readPreviousItems,
  signUpPrevious,
  type Item,
} from '#test/support/api/table/previous-items.ts';
import { readAll } from '#test/support/api/table/table-reader.ts';
import { VideosStage } from '#test/support/api/videos/videos-stage.ts';

const site = await localApi({ ivs: true, storage: true, mail: true });
site.courier.isHolding = true;
const stage = new VideosStage(site);

const isKeeping = process.env['KEEP_ITEMS'] === 'yes';

it.runIf(isKeeping)('keeps what this version writes', async () => {
  const [ada, bea] = await signUpPrevious(site);
  await seedPerson(stage, ada, bea);
  await keepItems(site.table, ada, bea);
  expect(readPreviousItems().length).toBeGreaterThan(100);
});

describe.skipIf(isKeeping)('what the version before has written', () => {
  it('has no attribute that this version leaves out, so that the one before reads what this one writes', async () => {
    await seedPerson(stage, await site.aProvenUser(), await site.aUser());
    const written = new Set(itemShapes((await readAll(site.table)).filter(isLasting)));
    expect(itemShapes(readPreviousItems()).filter((line) => !written.has(line))).toEqual([]);
  });

  const previous = once(async () => {
    const [ada, bea] = await signUpPrevious(site);
    const items = readPreviousItems({ ada: ada.id, bea: bea.id });
    await putItems(site.table, items);
    return { ada, bea, items };
  });

  it('is read by the routes of this version', async () => {
    const { ada, bea, items } = await previous();
    const moderator = await aModerator(site);
    for (const [route, path] of Object.entries(readsOf(ada, bea, items)) as [RouteName, string][]) {
      const { token } = route.startsWith('GET /moderation') ? moderator : ada;
      expectSuccess(route, await site.api('GET', path, { token }));
    }
  });

  it('counts on, while Lambdas of the version before add to the numbers themselves', async () => {
    const { ada, bea, items } = await previous();
    const { token } = await site.aUser();
    const channel = items.find(({ pk, sk }) => pk === `CHANNEL#${ada.id}` && sk === 'CHANNEL')!;
    const video = items.find(
      ({ sk, status, visibility }) => sk === 'VIDEO' && status === 'ready' && visibility === 'public',
    )!;
    expectSuccess('POST /follows/{id}', await site.api('POST', `/follows/${ada.id}`, { token }));
    for (const [{ pk, sk }, number] of [
      [channel, 'followers'],
      [video, 'views'],
    ] as const)
      await transact(site.table, [{ Update: addition(site.table, { pk, sk }, { [number]: 5 }) }]);
    expectSuccess(
      'DELETE /follows/{id}',
      await site.api('DELETE', `/follows/${ada.id}`, { token: bea.token }),
    );
    expectSuccess('POST /videos/{id}/views', await watchVideo(site, video.pk.slice('VIDEO#'.length)));
    await foldCounters(site.table);
    expect(await getItem(site.table, { pk: channel.pk, sk: channel.sk })).toMatchObject({
      followers: Number(channel['followers']) + 1 + 5 - 1,
    });
    expect(await getItem(site.table, { pk: video.pk, sk: video.sk })).toMatchObject({
      views: Number(video['views']) + 5 + 1,
    });
  });
});

/** Addresses that read each kind of item. */
function readsOf(ada: TestUser, bea: TestUser, items: readonly Item[]): Partial<Record<RouteName, string>> {
  const idOf = (sk: string, facts: Readonly<Record<string, unknown>> = {}): string =>
    items
      .find((item) => item.sk === sk && Object.entries(facts).every(([name, value]) => item[name] === value))!
      .pk.split('#')[1]!;
  const own = { channel_id: ada.id };
  const videoId = idOf('VIDEO', { ...own, status: 'ready', visibility: 'public' });
  const cameraId = idOf('BROADCAST', { way: 'direct' });
  const clipId = idOf('CLIP', own);
  const upload = items.find(({ sk, is_completed }) => sk.startsWith('UPLOAD#') && is_completed)!;
  return {
    'GET /auth/account': '/auth/account',
    'GET /auth/me': '/auth/me',
    'GET /browser-stream/{stream_id}': `/browser-stream/${cameraId}`,
    'GET /browser-stream/{stream_id}/live.m3u8': `/browser-stream/${cameraId}/live.m3u8`,
    'GET /categories': '/categories',
    'GET /categories/{id}/streamers': '/categories/Box%20Fans/streamers',
    'GET /categories/{id}/videos': '/categories/Box%20Fans/videos',
    'GET /chat/{id}': `/chat/${ada.id}`,
    'GET /clips': `/clips?channel=${ada.id}`,
    'GET /clips/settings': '/clips/settings',
    'GET /clips/{id}': `/clips/${clipId}`,
    'GET /fans': '/fans',
    'GET /fans/channels/{channel_id}': `/fans/channels/${ada.id}`,
    'GET /fans/streams/{channel_id}': `/fans/streams/${ada.id}`,
    'GET /fans/videos/{video_id}': `/fans/videos/${videoId}`,
    'GET /feeds/channels/{username}': `/feeds/channels/${ada.username}`,
    'GET /follows': '/follows',
    'GET /follows/{id}': `/follows/${bea.id}`,
    'GET /hidden-people': '/hidden-people',
    'GET /library/videos/{video_id}': `/library/videos/${videoId}`,
    'GET /library/history': '/library/history',
    'GET /library/published': '/library/published',
    'GET /library/settings': '/library/settings',
    'GET /library/watch-later': '/library/watch-later',
    'GET /moderation/cases': '/moderation/cases',
    'GET /moderation/decided': '/moderation/decided',
    'GET /moderation/cases/{case_id}': `/moderation/cases/channel.${ada.id}`,
    'GET /news': '/news',
    'GET /news/settings': '/news/settings',
    'GET /news/unread': '/news/unread',
    'GET /raids': '/raids',
    'GET /rooms/{id}': `/rooms/${ada.id}`,
    'GET /rooms/{id}/me': `/rooms/${bea.id}/me`,
    'GET /rooms/{id}/sanctions': `/rooms/${ada.id}/sanctions`,
    'GET /rooms/{id}/acts': `/rooms/${ada.id}/acts`,
    'GET /rooms/{id}/commands': `/rooms/${ada.id}/commands`,
    'GET /rooms/{id}/words': `/rooms/${ada.id}/words`,
    'GET /schedules': '/schedules',
    'GET /schedules/calendars/{username}': `/schedules/calendars/${ada.username}`,
    'GET /schedules/{channel_id}': `/schedules/${ada.id}`,
    'GET /schedules/{channel_id}/reminders': `/schedules/${bea.id}/reminders`,
    'GET /search': '/search?q=fan',
    'GET /stream-health': '/stream-health',
    'GET /streamers': '/streamers',
    'GET /streamers/{username}': `/streamers/${ada.username}`,
    'GET /streaming/status': '/streaming/status',
    'GET /transparency': '/transparency',
    'GET /transparency/days': '/transparency/days',
    'GET /transparency/entries': '/transparency/entries',
    'GET /videos': `/videos?channel=${ada.id}`,
    'GET /videos/latest': '/videos/latest',
    'GET /videos/upload/{upload_id}': `/videos/upload/${upload.sk.slice('UPLOAD#'.length)}`,
    'GET /videos/{id}': `/videos/${videoId}`,
  };
}

/** A name of the code, and not an id, a number or a person's words. */
const KEY_NAME = /^[A-Z][A-Z_]*$/;
const ATTRIBUTE = /^(gsi\d[ps]k|[A-Za-z][A-Za-z_]*)$/;

/** What items consist of, a line for each attribute of each kind: `CHANNEL#* CHANNEL username string`. */
function itemShapes(items: readonly Readonly<Record<string, unknown>>[]): string[] {
  const lines = items.flatMap(({ pk, sk, ...attributes }) => {
    const kind = `${kindOf(String(pk))} ${kindOf(String(sk))}`;
    return attributesOf(attributes).map((attribute) => `${kind} ${attribute}`);
  });
  return [...new Set(lines)].toSorted();
}

const kindOf = (key: string): string =>
  key
    .split('#')
    .map((part) => (KEY_NAME.test(part) ? part : '*'))
    .join('#');

function attributesOf(value: object, path = ''): string[] {
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    const place = path + (ATTRIBUTE.test(name) ? name : '*');
    if (Array.isArray(member))
      return [...new Set(member.flatMap((one) => attributesOf({ '0': one }, `${place}.`)))];
    const isMap = typeof member === 'object' && member !== null && !(member instanceof Set);
    if (isMap && !ArrayBuffer.isView(member)) return attributesOf(member, `${place}.`);
    return `${place} ${typeOf(member)}`;
  });
}

function typeOf(value: unknown): string {
  if (value instanceof Set) return 'set';
  if (value === null) return 'null';
  return ArrayBuffer.isView(value) ? 'binary' : typeof value;
}
