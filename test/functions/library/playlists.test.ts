import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { putItem } from '#functions/aws/table/write-items.ts';
import { entryOf } from '#functions/library/playlists/playlist.ts';
import { entriesKey, playlistKey } from '#functions/library/playlists/playlist.item.ts';
import { savedKey } from '#functions/library/library.item.ts';
import type { Playlist, PlaylistEntry } from '#shared/channels/playlists.ts';
import type { RouteName } from '#shared/contract.ts';
import { MAX_PLAYLIST_ENTRIES, MAX_PLAYLISTS } from '#shared/limits.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { DeletionStage } from '#test/support/api/deletion-stage.ts';
import { localApi, type ApiAnswer, type TestUser } from '#test/support/api/local-api.ts';
import { aModerator, decided, report } from '#test/support/api/moderation/moderators.ts';
import { seedClips } from '#test/support/api/table/seed-clips.ts';
import { seedVideos } from '#test/support/api/table/seed-videos.ts';
import { readAll } from '#test/support/api/table/table-reader.ts';
import { ulid } from 'ulid';

const UNKNOWN_ID = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

const site = await localApi({ ivs: true, storage: true });
const stage = new DeletionStage(site);
const gale = await site.aUser();
let fan: TestUser;
let one: string;
let two: string;
let clip: string;

beforeEach(async () => {
  fan = await site.aUser();
  const seeded = await seedVideos(site.table, gale, [
    { status: 'ready', title: 'One' },
    { status: 'ready', title: 'Two' },
  ]);
  [one, two] = seeded.map(({ id }) => id) as [string, string];
  clip = (await seedClips(site.table, gale, two, 1))[0]!.id;
});

type Who = Pick<TestUser, 'token'>;
const VISITOR = { token: undefined };

const call = (
  method: string,
  path: string,
  who: Who | typeof VISITOR = fan,
  body?: object,
): Promise<ApiAnswer> =>
  site.api(method, `/library/playlists${path}`, { token: who.token, ...(body && { body }) } as object);

const create = async (fields: object = {}, who: Who = fan): Promise<Playlist> =>
  expectSuccess('POST /library/playlists', await call('POST', '', who, { title: 'Calm fans', ...fields }));
const ENTRY = '/library/playlists/{id}/entries/{kind}/{entry_id}';
const add = async (id: string, ...entries: readonly string[]): Promise<void> => {
  for (const entry of entries) expectSuccess(`PUT ${ENTRY}`, await call('PUT', `/${id}/entries/${entry}`));
};
const move = (id: string, entry: string, before: string | null, who: Who = fan) =>
  call('PUT', `/${id}/entries/${entry}/position`, who, { before });
const entriesOf = async (id: string, who: Who | typeof VISITOR = fan): Promise<readonly PlaylistEntry[]> =>
  expectSuccess('GET /library/playlists/{id}/entries', await call('GET', `/${id}/entries`, who));
const idsOf = async (id: string, who?: Who | typeof VISITOR) =>
  (await entriesOf(id, who)).map((entry) => entry.id);
const read = async (id: string, who: Who | typeof VISITOR = fan) =>
  expectSuccess('GET /library/playlists/{id}', await call('GET', `/${id}`, who));
const publicOf = async ({ id }: Pick<TestUser, 'id'>) =>
  expectSuccess(
    'GET /library/playlists/channels/{channel_id}',
    await call('GET', `/channels/${id}`, VISITOR),
  );
const hide = (id: string, visibility: string) =>
  site.api('PATCH', `/videos/${id}`, { token: gale.token, body: { visibility } });

describe('a playlist', () => {
  it('has its owner’s texts, and is private until they choose otherwise', async () => {
    const made = await create({ description: 'To sleep' });
    expect(made).toMatchObject({ title: 'Calm fans', visibility: 'private', count: 0, picture_url: null });
    expect(await read(made.id)).toEqual(made);
    const change = await call('PATCH', `/${made.id}`, fan, { title: 'Loud fans', visibility: 'public' });
    expectSuccess('PATCH /library/playlists/{id}', change);
    expect(await read(made.id, VISITOR)).toMatchObject({ title: 'Loud fans', description: 'To sleep' });
    expect(await publicOf(fan)).toMatchObject([{ id: made.id, display_name: fan.username }]);
  });

  it('is created once by a key, even simultaneously', async () => {
    const once = () =>
      site.api('POST', '/library/playlists', {
        token: fan.token,
        body: { title: 'Calm fans' },
        headers: { 'idempotency-key': 'once' },
      });
    const answers = await Promise.all([once(), once()]);
    const ids = answers.map((answer) => expectSuccess('POST /library/playlists', answer).id);
    expect(new Set(ids).size).toBe(1);
    expect(expectSuccess('GET /library/playlists', await call('GET', ''))).toHaveLength(1);
  });

  it('is refused beyond the number of a person', async () => {
    const { TableName, client } = site.table;
    await client.send(
      new UpdateCommand({
        TableName,
        Key: savedKey(fan.id),
        UpdateExpression: 'SET playlists = :max',
        ExpressionAttributeValues: { ':max': MAX_PLAYLISTS },
      }),
    );
    expectError(await call('POST', '', fan, { title: 'One more' }), 'conflict');
  });

  it('is deleted with its entries, once', async () => {
    const { id } = await create({ visibility: 'public' });
    await add(id, `video/${one}`);
    for (const _ of ['first', 'repeated'])
      expectSuccess('DELETE /library/playlists/{id}', await call('DELETE', `/${id}`));
    expectError(await call('GET', `/${id}`), 'not_found');
    const items = await readAll(site.table);
    expect(items.filter(({ pk }) => pk === playlistKey(id).pk)).toEqual([]);
    expect(items.find(({ pk }) => pk === savedKey(fan.id).pk)).toMatchObject({ playlists: 0 });
  });
});

describe('entries', () => {
  it('are videos and clips in their order, each once, with the first one’s picture', async () => {
    const { id } = await create();
    await Promise.all([add(id, `video/${one}`), add(id, `video/${one}`)]);
    await add(id, `video/${two}`, `clip/${clip}`, `video/${one}`);
    expect(await entriesOf(id)).toMatchObject([
      { kind: 'video', video: { title: 'One', display_name: gale.username } },
      { kind: 'video', video: { title: 'Two' } },
      { kind: 'clip', video: null, clip: { id: clip } },
    ]);
    const [first] = await entriesOf(id);
    expect(await read(id)).toMatchObject({ count: 3, picture_url: first!.video!.thumbnail_url });
    for (const _ of ['first', 'repeated'])
      expectSuccess(`DELETE ${ENTRY}`, await call('DELETE', `/${id}/entries/video/${one}`));
    expect(await idsOf(id)).toEqual([two, clip]);
  });

  it('are at most 500, also where two come at once', async () => {
    const { id } = await create();
    const entries = Array.from({ length: MAX_PLAYLIST_ENTRIES - 1 }, () =>
      entryOf({ kind: 'video', id: ulid() }),
    );
    await putItem(site.table, { ...entriesKey(id), owner_id: fan.id, entries, version: 1 });
    const answers = await Promise.all(
      [one, two].map((video) => call('PUT', `/${id}/entries/video/${video}`)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    expect((await read(id)).count).toBe(MAX_PLAYLIST_ENTRIES);
    expectError(await call('PUT', `/${id}/entries/clip/${clip}`), 'conflict');
  });

  it('are paged, and the next page begins after the last entry where an earlier one is removed meanwhile', async () => {
    const { id } = await create({ visibility: 'unlisted' });
    await add(id, `video/${one}`, `video/${two}`, `clip/${clip}`);
    const first = await call('GET', `/${id}/entries?limit=2`);
    const cursor = /cursor=([^&>]+)/.exec(first.headers.get('link') ?? '')?.[1];
    await call('DELETE', `/${id}/entries/video/${one}`);
    const rest = await call('GET', `/${id}/entries?limit=2&cursor=${cursor}`);
    expect(expectSuccess('GET /library/playlists/{id}/entries', rest)).toMatchObject([{ id: clip }]);
    expectError(await call('GET', `/${id}/entries?cursor=bm9uc2Vuc2U`), 'invalid_request');
  });

  it('move before another one, or to the end', async () => {
    const { id } = await create();
    await add(id, `video/${one}`, `video/${two}`, `clip/${clip}`);
    const position = `PUT ${ENTRY}/position` as RouteName;
    expectSuccess(position, await move(id, `clip/${clip}`, one));
    expect(await idsOf(id)).toEqual([clip, one, two]);
    expectSuccess(position, await move(id, `clip/${clip}`, null));
    expectSuccess(position, await move(id, `clip/${clip}`, clip));
    expect(await idsOf(id)).toEqual([one, two, clip]);
  });

  it('lose nothing where two tabs change them at once, or one has an old order', async () => {
    const { id } = await create();
    await add(id, `video/${one}`, `video/${two}`, `clip/${clip}`);
    const later = (await seedVideos(site.table, gale, [{ status: 'ready' }]))[0]!.id;
    const answers = await Promise.all([
      move(id, `video/${one}`, null),
      move(id, `clip/${clip}`, one),
      call('PUT', `/${id}/entries/video/${later}`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect((await idsOf(id)).toSorted()).toEqual([one, two, clip, later].toSorted());
    await call('DELETE', `/${id}/entries/video/${two}`);
    // This tab still shows the removed one.
    expectError(await move(id, `clip/${clip}`, two), 'not_found');
    expectError(await move(id, `video/${two}`, one), 'not_found');
    expect((await idsOf(id)).toSorted()).toEqual([one, clip, later].toSorted());
  });

  it('that turn private or are deleted are unavailable to the owner, and absent for others', async () => {
    const { id } = await create({ visibility: 'public' });
    await add(id, `video/${one}`, `video/${two}`, `clip/${clip}`);
    await hide(one, 'private');
    expect(await entriesOf(id)).toMatchObject([{ id: one, video: null }, { id: two }, { id: clip }]);
    // The video's own owner gets no more than everybody.
    for (const who of [VISITOR, gale]) {
      const answers = [await call('GET', `/${id}/entries`, who), await call('GET', `/${id}`, who)];
      expect(await idsOf(id, who)).toEqual([two, clip]);
      expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain(one);
      expect(await read(id, who)).not.toHaveProperty('count');
      expect((await read(id, who)).picture_url).toBeNull();
    }
    const firstPage = await call('GET', `/${id}/entries?limit=1`, VISITOR);
    const cursor = /cursor=([^&>]+)/.exec(firstPage.headers.get('link') ?? '')?.[1] ?? '';
    expect(Buffer.from(cursor, 'base64url').toString()).toBe('1#');
    await site.api('DELETE', `/videos/${two}`, { token: gale.token });
    expect(await idsOf(id, VISITOR)).toEqual([]);
    expect(await read(id)).toMatchObject({ count: 3 });
    await hide(one, 'public');
    expect(await idsOf(id, VISITOR)).toEqual([one]);
  });

  it('of a public playlist are no unlisted videos of others, which an unlisted one may have', async () => {
    await hide(one, 'unlisted');
    const { id } = await create({ visibility: 'public' });
    await add(id, `video/${one}`);
    expect(await idsOf(id, VISITOR)).toEqual([]);
    await call('PATCH', `/${id}`, fan, { visibility: 'unlisted' });
    expect(await idsOf(id, VISITOR)).toEqual([one]);
  });

  it('must be visible to whom adds them', async () => {
    const { id } = await create();
    await hide(one, 'private');
    for (const entry of [`video/${one}`, `video/${UNKNOWN_ID}`, `clip/${UNKNOWN_ID}`, `video/${clip}`])
      expectError(await call('PUT', `/${id}/entries/${entry}`), 'not_found');
  });
});

describe('others', () => {
  it('find a private playlist no more than a missing one, by any route', async () => {
    const { id } = await create();
    await add(id, `video/${one}`);
    for (const who of [gale, VISITOR])
      for (const path of ['', '/entries']) {
        const [hidden, missing] = [
          await call('GET', `/${id}${path}`, who),
          await call('GET', `/${UNKNOWN_ID}${path}`, who),
        ];
        expectError(hidden, 'not_found');
        expect({ ...(hidden.body as object), request_id: '' }).toEqual({
          ...(missing.body as object),
          request_id: '',
        });
      }
    expectError(await call('PATCH', `/${id}`, gale, { title: 'Mine' }), 'not_found');
    expectError(await call('PUT', `/${id}/entries/video/${two}`, gale), 'not_found');
    expectError(await call('DELETE', `/${id}/entries/video/${one}`, gale), 'not_found');
    expectError(await move(id, `video/${one}`, null, gale), 'not_found');
    expect((await call('DELETE', `/${id}`, gale)).status).toBe(204);
    expectError(await report(site, gale, { kind: 'playlist', id }), 'not_found');
    expect(await idsOf(id)).toEqual([one]);
    expect(await publicOf(fan)).toEqual([]);
  });

  it('change nothing in a public one', async () => {
    const { id } = await create({ visibility: 'public' });
    await add(id, `video/${one}`);
    expectError(await call('PATCH', `/${id}`, gale, { title: 'Mine' }), 'forbidden');
    expectError(await call('DELETE', `/${id}`, gale), 'forbidden');
    expectError(await call('PUT', `/${id}/entries/video/${two}`, gale), 'forbidden');
    expectError(await call('DELETE', `/${id}/entries/video/${one}`, gale), 'forbidden');
    expectError(await move(id, `video/${one}`, null, gale), 'forbidden');
    expectError(await call('POST', '', VISITOR, { title: 'Mine' }), 'unauthenticated');
    expect(await read(id, VISITOR)).toMatchObject({ title: 'Calm fans' });
    expect(await idsOf(id)).toEqual([one]);
  });
});

describe('Watch later', () => {
  it('is the playlist with its person’s id, for them alone', async () => {
    for (const id of [one, two]) await site.api('PUT', `/library/watch-later/${id}`, { token: fan.token });
    expect(await read(fan.id)).toMatchObject({ visibility: 'private', count: 2, channel_id: fan.id });
    expect(await idsOf(fan.id)).toEqual([two, one]);
    await call('DELETE', `/${fan.id}/entries/video/${two}`);
    await add(fan.id, `video/${two}`, `video/${two}`);
    const later = await site.api('GET', '/library/watch-later', { token: fan.token });
    expect(expectSuccess('GET /library/watch-later', later).map(({ id }) => id)).toEqual([two, one]);
    for (const who of [gale, VISITOR]) expectError(await call('GET', `/${fan.id}/entries`, who), 'not_found');
    expectError(await call('PUT', `/${fan.id}/entries/video/${one}`, gale), 'not_found');
  });

  it('keeps its name, its visibility and the order of saving, and contains no clips', async () => {
    expectError(await call('PATCH', `/${fan.id}`, fan, { visibility: 'public' }), 'forbidden');
    expectError(await call('DELETE', `/${fan.id}`), 'forbidden');
    expectError(await move(fan.id, `video/${one}`, null), 'forbidden');
    expectError(await call('PUT', `/${fan.id}/entries/clip/${clip}`), 'not_found');
  });

  it('comes first among the playlists to save to', async () => {
    const { id } = await create();
    await add(id, `video/${one}`);
    const choices = async (entry: string) =>
      expectSuccess('GET /library/playlists/with/{kind}/{id}', await call('GET', `/with/${entry}`));
    expect(await choices(`video/${one}`)).toMatchObject([
      { id: fan.id, has: false },
      { id, has: true },
    ]);
    expect(await choices(`clip/${clip}`)).toMatchObject([{ id, has: false }]);
  });
});

describe('moderation', () => {
  it('removes a reported playlist for others, and restores it', async () => {
    const moderator = await aModerator(site);
    const { id } = await create({ visibility: 'public', title: 'Rude words' });
    expectSuccess('POST /reports', await report(site, gale, { kind: 'playlist', id }));
    expectError(await report(site, fan, { kind: 'playlist', id }), 'conflict');
    await decided(site, moderator, `playlist.${id}`, { act: 'remove', reason: 'hate' });
    expectError(await call('GET', `/${id}`, VISITOR), 'not_found');
    expectError(await call('GET', `/${id}/entries`, gale), 'not_found');
    // A change of the texts or the visibility does not bring it back.
    await call('PATCH', `/${id}`, fan, { title: 'Kind words', visibility: 'public' });
    expect(await publicOf(fan)).toEqual([]);
    expect(await read(id)).toMatchObject({ is_removed: true });
    const removals = await site.api('GET', `/reports/removals/${id}`, { token: fan.token });
    expect(removals.body).toMatchObject([{ kind: 'playlist', reason: 'hate' }]);
    await decided(site, moderator, `playlist.${id}`, { act: 'undo' });
    expect(await publicOf(fan)).toMatchObject([{ id, title: 'Kind words' }]);
  });

  it('hides the playlists of a suspended person, and what is theirs in others', async () => {
    const moderator = await aModerator(site);
    const owner = await site.aUser();
    const [theirs] = await seedVideos(site.table, owner, [{ status: 'ready' }]);
    const own = await create({ visibility: 'public' }, owner);
    const { id } = await create({ visibility: 'public' });
    await add(id, `video/${theirs!.id}`, `video/${two}`);
    expectSuccess('POST /reports', await report(site, gale, { kind: 'channel', id: owner.id }));
    await decided(site, moderator, `channel.${owner.id}`, { act: 'suspend', reason: 'hate', days: 7 });
    await stage.tick();
    expectError(await call('GET', `/${own.id}`, VISITOR), 'not_found');
    expectError(await call('GET', `/channels/${owner.id}`, VISITOR), 'not_found');
    expect(await idsOf(id, VISITOR)).toEqual([two]);
    expect((await entriesOf(id))[0]).toMatchObject({ id: theirs!.id, video: null });
    expect((await read(own.id, owner)).id).toBe(own.id);
    expect((await call('POST', '', owner, { title: 'One more' })).status).toBe(403);
  });
});
