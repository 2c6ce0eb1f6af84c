/** Every read of the contract, of a channel whose owner hides the number of viewers. */
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { updateItem } from '#functions/aws/table/write-items.ts';
import { changeChannel, channelKey } from '#functions/channels/index.ts';
import { setCategoryViewers } from '#functions/channels/table/category-viewers.repository.ts';
import { liveChannels } from '#functions/channels/table/live-channels.repository.ts';
import { PAGE_HEADER } from '#functions/pages/page-header.ts';
import { audienceRepository } from '#functions/presence/audience.repository.ts';
import { presenceDeps } from '#functions/presence/feature.ts';
import { reportPresence } from '#functions/presence/presence.service.ts';
import { contract } from '#shared/contract.ts';
import { expectSuccess } from '#test/support/api/contract-checks.ts';
import { DeletionStage } from '#test/support/api/deletion-stage.ts';
import { type ApiAnswer, localApi, type TestUser } from '#test/support/api/local-api.ts';
import { seedPerson } from '#test/support/api/person/seed-person.ts';
import { addressesOf } from '#test/support/api/reads/person-addresses.ts';
import { seedChannels } from '#test/support/api/table/seed-channels.ts';

const NAME = 'zorblax';
const VIEWERS = 4711;
/** Of another channel of the category. */
const OTHERS = 289;
/** The number, and the sum from which it follows. */
const FIGURE = /(?<![\w.-])(4711|4,711|4[.,]7K|5000)(?![\w-])/;

const site = await localApi({ ivs: true, storage: true });
const stage = new DeletionStage(site);
const [bea, ada, grace] = [await site.aUser({ username: NAME }), await site.aUser(), await site.aUser()];
await stage.s3.send(
  new PutObjectCommand({
    Bucket: site.storage!.webBucket,
    Key: 'index.html',
    Body: '<title>Fanfare</title>',
  }),
);
const ids = await seedPerson(stage, bea, ada, {
  name: NAME,
  parts: ['profile', 'follows', 'plans', 'videos', 'fans', 'clips', 'broadcasts', 'audience'],
});
await site.api('PUT', `/rooms/${bea.id}/moderators/${grace.username}`, { token: bea.token });
await site.api('POST', `/follows/${bea.id}`, { token: ada.token });
await seedChannels(site.table, 1, () => ({ is_live: true, viewers: OTHERS, game: 'Box Fans' }));
await changeChannel(site.table, bea.id, () => ({ viewers: VIEWERS, peak_viewers: VIEWERS }));
await audienceRepository(site.table).add(bea.id, { atMs: Date.now(), viewers: VIEWERS, delayS: 3 });
await sumCategories();

async function sumCategories(): Promise<void> {
  await setCategoryViewers(site.table, await liveChannels(site.table));
}

const hide = async (hides_viewers: boolean) => {
  const answer = await site.api('PATCH', '/streamers/status', { token: bea.token, body: { hides_viewers } });
  await sumCategories();
  return expectSuccess('PATCH /streamers/status', answer);
};

const READS = Object.keys(contract)
  .filter((route) => route.startsWith('GET '))
  .flatMap((route) => addressesOf(route, { id: bea.id, name: NAME, ids }))
  // The second page begins behind her, and the cursor says where.
  .flatMap((path) =>
    /^\/(streamers|categories\/[^/]+\/streamers)/.test(path) ? [path, paged(path)] : [path],
  );

function paged(path: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}limit=1`;
}

const PAGES = [`/channel/${NAME}`, `/embed/${NAME}`, '/category/Box%20Fans', '/browse'];

/** The body, and its links with the text in their cursors. */
function textOf({ body, headers }: ApiAnswer): string {
  const link = headers.get('link') ?? '';
  const cursor = /cursor=([\w-]+)/.exec(link)?.[1] ?? '';
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? '');
  return [text, link, Buffer.from(cursor, 'base64url').toString().replaceAll(/[#0]+/g, ' ')].join(' ');
}

async function showing(token?: string): Promise<readonly string[]> {
  const found: string[] = [];
  const check = (name: string, answer: ApiAnswer) => FIGURE.test(textOf(answer)) && found.push(name);
  for (const path of READS) check(path, await site.api('GET', path, { token }));
  for (const path of PAGES)
    check(path, await site.api('GET', '/pages/index.html', { headers: { [PAGE_HEADER]: path } }));
  const url = encodeURIComponent(`http://localhost:3000/channel/${NAME}`);
  check('oembed', await site.api('GET', `/pages/oembed?url=${url}`));
  // Another process than the one that has just read the channel.
  const report = await reportPresence(
    presenceDeps(site.table, () => 'a viewer'),
    bea.id,
    { pass: '' },
  );
  if (FIGURE.test(JSON.stringify(report))) found.push('presence');
  return found;
}

const READERS: readonly (readonly [string, TestUser | undefined])[] = [
  ['a visitor', undefined],
  ['a follower', ada],
  ['a moderator of the chat', grace],
];

describe('the number of viewers', () => {
  it('is in these answers while it is not hidden', async () => {
    expect(await showing(ada.token)).toEqual(
      expect.arrayContaining([
        '/streamers',
        '/streamers?limit=1',
        '/streamers?live=true',
        '/streamers?order=followers',
        `/streamers/${NAME}`,
        '/categories',
        '/categories/Box%20Fans',
        '/categories/Box%20Fans/streamers',
        `/search?q=${NAME}`,
        '/follows',
        'presence',
      ]),
    );
  });

  it('is in no answer for others while it is hidden, and again afterwards', async () => {
    const before = await showing();
    expect(await hide(true)).not.toHaveProperty('viewers');
    for (const [reader, user] of READERS) expect(await showing(user?.token), reader).toEqual([]);
    await hide(false);
    expect(await showing()).toEqual(before);
  });

  it('is in the health of the owner’s broadcast', async () => {
    await hide(true);
    expect(await showing(bea.token)).toEqual(['/stream-health']);
    await hide(false);
  });

  it('still orders the lists', async () => {
    await hide(true);
    const { id } = bea;
    const first = async (path: string) => expectSuccess('GET /streamers', await site.api('GET', path))[0];
    for (const path of ['/streamers', '/streamers?live=true', '/categories/Box%20Fans/streamers'])
      expect(await first(path)).toMatchObject({ id });
    await updateItem(site.table, channelKey(id), { viewers: 1 });
    expect(await first('/streamers')).toMatchObject({ viewers: OTHERS });
  });
});
