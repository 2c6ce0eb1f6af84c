/** Every public read, before and after the suspension of the person whose things it shows. */
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { updateItem } from '#functions/aws/table/write-items.ts';
import { channelKey } from '#functions/channels/channel.item.ts';
import { PAGE_HEADER } from '#functions/pages/page-header.ts';
import type { RouteContract } from '#shared/base/route.ts';
import { contract } from '#shared/contract.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { DeletionStage } from '#test/support/api/deletion-stage.ts';
import { localApi } from '#test/support/api/local-api.ts';
import { aModerator, decided, report } from '#test/support/api/moderation/moderators.ts';
import { seedPerson } from '#test/support/api/person/seed-person.ts';
import { addressesOf } from '#test/support/api/reads/person-addresses.ts';

/** In every text of hers. */
const NAME = 'zorblax';

/** Show nothing of a person, or repeat the request. */
const WITHOUT_PEOPLE = [
  'GET /categories',
  'GET /categories/{id}',
  'GET /feeds/sitemap',
  'GET /feeds/robots',
  'GET /realtime',
  'GET /transparency',
  'GET /transparency/entries',
  'GET /transparency/days',
];

const publicReads = Object.entries<RouteContract>(contract)
  .filter(([route, { access }]) => route.startsWith('GET ') && access !== 'signed-in')
  .map(([route]) => route)
  .filter((route) => !WITHOUT_PEOPLE.includes(route));

const PAGES = () => [
  `/channel/${NAME}`,
  `/channel/${NAME}/chat`,
  `/channel/${NAME}/fans`,
  `/embed/${NAME}`,
  ...reads
    .filter((path) => /^\/(videos|clips|library\/playlists)\/[0-9A-Z]{26}$/.test(path))
    .flatMap((path) => {
      const id = path.split('/').at(-1)!;
      if (path.startsWith('/library')) return [`/playlist/${id}`];
      return path.startsWith('/clips')
        ? [`/clip/${id}`]
        : [`/channel/${NAME}/video/${id}`, `/embed/video/${id}`];
    }),
];

const site = await localApi({ ivs: true, storage: true });
const stage = new DeletionStage(site);
const moderator = await aModerator(site);
const ada = await site.aUser();
const bea = await site.aUser({ username: NAME });
await stage.s3.send(
  new PutObjectCommand({
    Bucket: site.storage!.webBucket,
    Key: 'index.html',
    Body: '<title>Fanfare</title>',
  }),
);
const ids = await seedPerson(stage, bea, ada, {
  name: NAME,
  parts: [
    'profile',
    'follows',
    'chat',
    'plans',
    'videos',
    'replay',
    'captions',
    'fans',
    'comments',
    'clips',
    'playlists',
    'broadcasts',
  ],
});
/** Addresses that show something of hers, by their routes. */
const readsOf = new Map<string, readonly string[]>();
for (const route of publicReads)
  readsOf.set(route, await visibleAmong(addressesOf(route, { id: bea.id, name: NAME, ids })));
const reads = [...readsOf.values()].flat();

/** Which of these answer with something of Bea's, to anybody or to Ada. */
async function visibleAmong(paths: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const answers = [await site.api('GET', path), await site.api('GET', path, { token: ada.token })];
    const isOf = ({ status, body }: (typeof answers)[number]) =>
      status === 200 && (/replays|rooms|live\.m3u8|en\.m3u8/.test(path) || textOf(body).includes(NAME));
    if (answers.some(isOf)) found.push(path);
  }
  return found;
}

async function visiblePaths(): Promise<readonly string[]> {
  const found = [...(await visibleAmong(reads))];
  for (const path of [
    '/follows',
    `/pages/oembed?url=${encodeURIComponent(`http://localhost:3000/channel/${NAME}`)}`,
  ])
    if (textOf((await site.api('GET', path, { token: ada.token })).body).includes(NAME)) found.push(path);
  for (const path of PAGES()) {
    const { status } = await site.api('GET', '/pages/index.html', { headers: { [PAGE_HEADER]: path } });
    if (status === 200) found.push(path);
  }
  return found;
}

/** Playlists name her folder. */
function textOf(body: unknown): string {
  return (typeof body === 'string' ? body : JSON.stringify(body ?? ''))
    .toLowerCase()
    .replaceAll(bea.id.toLowerCase(), NAME);
}

const remind = () =>
  site.api('PUT', `/schedules/${bea.id}/reminders/${ids.occurrenceId}`, { token: ada.token });

it('each public read shows something of hers, unless it shows nothing of people', () => {
  const silent = publicReads.filter((route) => readsOf.get(route)?.length === 0);
  expect(
    silent,
    'Give these values or a query above that show something of hers, or list them in WITHOUT_PEOPLE',
  ).toEqual([]);
});

describe('a suspended person', () => {
  it('is shown by no public read, and by all of them again when the suspension is undone', async () => {
    const before = await visiblePaths();
    expect(PAGES().filter((path) => !before.includes(path))).toEqual([]);
    expectSuccess('POST /reports', await report(site, ada, { kind: 'channel', id: bea.id }));
    await decided(site, moderator, `channel.${bea.id}`, { act: 'suspend', reason: 'hate', days: 7 });
    await stage.tick();
    expect(await visiblePaths()).toEqual([]);
    expectError(await remind(), 'not_found');
    await decided(site, moderator, `channel.${bea.id}`, { act: 'undo' });
    await stage.tick();
    // She is not live any more.
    expect(before.filter((path) => !path.includes('live=true'))).toEqual(
      (await visiblePaths()).filter((path) => !path.includes('live=true')),
    );
    expect((await remind()).status).toBe(204);
  });

  it('is found by no read of the channel’s item, even if an index still lists it', async () => {
    await updateItem(site.table, channelKey(bea.id), { is_hidden: true });
    const found = expectSuccess('GET /search', await site.api('GET', `/search?q=${NAME}`));
    expect(found.channels).toEqual([]);
    for (const path of [
      `streamers/${NAME}`,
      `schedules/${bea.id}`,
      `schedules/calendars/${NAME}`,
      `feeds/channels/${NAME}`,
    ])
      expectError(await site.api('GET', `/${path}`), 'not_found');
    await updateItem(site.table, channelKey(bea.id), { is_hidden: undefined });
  });
});
