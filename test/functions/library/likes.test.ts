import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, expect, it } from 'vitest';
import { deleteLikes } from '#functions/library/likes.repository.ts';
import { changeVideo, videoKey } from '#functions/videos/index.ts';
import { MAX_LIKES } from '#shared/limits.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { foldCounters } from '#test/support/api/table/fold-counters.ts';
import { seedClips } from '#test/support/api/table/seed-clips.ts';
import { seedVideos } from '#test/support/api/table/seed-videos.ts';

let fan: TestUser;
let videoId: string;
let clipId: string;

const site = await localApi();
const gale = await site.aUser();
beforeEach(async () => {
  fan = await site.aUser();
  const [video] = await seedVideos(site.table, gale, [{ status: 'ready', title: 'Hum' }]);
  videoId = video!.id;
  clipId = (await seedClips(site.table, gale, videoId, 1))[0]!.id;
});

type Who = Pick<TestUser, 'token'>;

const send = (method: string, path: string, { token }: Who = fan) =>
  site.api(method, `/library/likes/${path}`, { token });
const like = async (path: string, who?: Who) =>
  expectSuccess('PUT /library/likes/{kind}/{id}', await send('PUT', path, who));
const unlike = async (path: string, who?: Who) =>
  expectSuccess('DELETE /library/likes/{kind}/{id}', await send('DELETE', path, who));
const isLiked = async (path: string) =>
  expectSuccess('GET /library/likes/{kind}/{id}', await send('GET', path)).is_liked;
const liked = async (who: Who = fan) =>
  expectSuccess('GET /library/likes', await site.api('GET', '/library/likes', { token: who.token }));
const likesOf = async (path: string) =>
  ((await site.api('GET', path)).body as { readonly likes: number }).likes;
const set = (key: Readonly<Record<string, string>>, name: string, value: number) =>
  site.table.client.send(
    new UpdateCommand({
      TableName: site.table.TableName,
      Key: key,
      UpdateExpression: 'SET #name = :value',
      ExpressionAttributeNames: { '#name': name },
      ExpressionAttributeValues: { ':value': value },
    }),
  );

it.each([
  ['video', () => [`video/${videoId}`, `/videos/${videoId}`]],
  ['clip', () => [`clip/${clipId}`, `/clips/${clipId}`]],
] as const)('counts each person’s like of a %s once, and takes it back once', async (_, pathsOf) => {
  const [path = '', subject = ''] = pathsOf();
  await Promise.all([like(path), like(path), like(path)]);
  await like(path, gale);
  await foldCounters(site.table);
  expect(await likesOf(subject)).toBe(2);
  expect(await isLiked(path)).toBe(true);
  await Promise.all([unlike(path), unlike(path)]);
  await unlike(path);
  await foldCounters(site.table);
  expect(await likesOf(subject)).toBe(1);
  expect(await isLiked(path)).toBe(false);
});

it('counts the first likes at once, and leaves those of a crowd to the tick', async () => {
  await like(`video/${videoId}`);
  expect(await likesOf(`/videos/${videoId}`)).toBe(1);
  await set(videoKey(videoId), 'likes', 100);
  await like(`video/${videoId}`, gale);
  expect(await likesOf(`/videos/${videoId}`)).toBe(100);
  await foldCounters(site.table);
  expect(await likesOf(`/videos/${videoId}`)).toBe(101);
});

it('lists what a person likes to them alone, the newest first', async () => {
  await like(`video/${videoId}`);
  await like(`clip/${clipId}`);
  expect(await liked()).toMatchObject([
    { id: clipId, kind: 'clip', video: null, clip: { id: clipId } },
    { id: videoId, kind: 'video', video: { title: 'Hum', display_name: gale.username } },
  ]);
  expect(await liked(await site.aUser())).toEqual([]);
});

it('keeps the place of what its owner hides, without its title or numbers, until it is taken back', async () => {
  await like(`video/${videoId}`);
  await like(`clip/${clipId}`);
  await changeVideo(site.table, videoId, () => ({ visibility: 'private' }));
  const list = await liked();
  expect(list.map(({ video, clip }) => [video, clip])).toEqual([
    [null, undefined],
    [null, undefined],
  ]);
  await unlike(`video/${videoId}`);
  expect(await liked()).toHaveLength(1);
});

it('refuses what the person cannot see, and ids of the other kind', async () => {
  expectError(await send('PUT', `video/${clipId}`), 'not_found');
  expectError(await send('PUT', `clip/${videoId}`), 'not_found');
  expectError(await send('PUT', `fan/${videoId}`), 'invalid_request');
  await like(`video/${videoId}`);
  await unlike(`clip/${videoId}`);
  expect(await isLiked(`video/${videoId}`)).toBe(true);
  const [hidden] = await seedVideos(site.table, gale, [{ status: 'ready', visibility: 'private' }]);
  expectError(await send('PUT', `video/${hidden!.id}`), 'not_found');
  expectError(await site.api('PUT', `/library/likes/video/${videoId}`), 'unauthenticated');
});

it('refuses one more than the maximum, and counts nothing', async () => {
  await like(`clip/${clipId}`);
  await set({ pk: `LIBRARY#${fan.id}`, sk: 'SAVED' }, 'likes', MAX_LIKES);
  expectError(await send('PUT', `video/${videoId}`), 'conflict');
  await like(`clip/${clipId}`);
  expect(await likesOf(`/videos/${videoId}`)).toBe(0);
});

it('the likes of a deleted account are no longer counted', async () => {
  for (const path of [`video/${videoId}`, `clip/${clipId}`]) await like(path);
  await like(`video/${videoId}`, gale);
  const step = deleteLikes(site.table);
  expect(await step({ id: fan.id, hasTime: () => false })).toBe(false);
  for (const _ of ['once', 'repeated']) expect(await step({ id: fan.id, hasTime: () => true })).toBe(true);
  await foldCounters(site.table);
  expect(await likesOf(`/videos/${videoId}`)).toBe(1);
  expect(await likesOf(`/clips/${clipId}`)).toBe(0);
});
