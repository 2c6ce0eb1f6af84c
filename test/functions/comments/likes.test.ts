import { ulid } from 'ulid';
import { beforeEach, describe, expect, it } from 'vitest';
import { likesKey, rankOf } from '#functions/comments/comment.item.ts';
import { commentsRepository } from '#functions/comments/comments.repository.ts';
import { commentLikesRepository, deleteCommentLikes } from '#functions/comments/likes.repository.ts';
import { updateItem } from '#functions/aws/table/write-items.ts';
import { MAX_LIKED_COMMENTS } from '#shared/limits.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { aModerator, decided, report } from '#test/support/api/moderation/moderators.ts';
import { RoomCaller } from '#test/support/api/rooms.ts';
import { seedVideos } from '#test/support/api/table/seed-videos.ts';
import { readAll } from '#test/support/api/table/table-reader.ts';

let gale: TestUser;
let ada: TestUser;
let bea: TestUser;
let videoId: string;
/** Of Ada. */
let id: string;

const site = await localApi({ ivs: true, storage: true });
const rooms = new RoomCaller(site);
const { add } = commentsRepository(site.table);
const likesOf = commentLikesRepository(site.table);
beforeEach(async () => {
  [gale, ada, bea] = [await site.aUser(), await site.aUser(), await site.aUser()];
  videoId = (await seedVideos(site.table, gale, [{ status: 'ready' }]))[0]!.id;
  id = await written(1);
});

const commented = () => ({ kind: 'video', id: videoId }) as const;
const path = () => `/comments/video/${videoId}`;
async function written(ms: number): Promise<string> {
  const comment = { id: ulid(ms), author_id: ada.id, text: `${ms}`, at: new Date(ms).toISOString() };
  await add({ commented: commented(), comment, key: undefined }, ms);
  return comment.id;
}
const like = ({ token }: TestUser, one = id) => site.api('PUT', `${path()}/${one}/like`, { token });
const unlike = ({ token }: TestUser, one = id) => site.api('DELETE', `${path()}/${one}/like`, { token });
const liked = async (...args: Parameters<typeof like>) =>
  expectSuccess('PUT /comments/{kind}/{id}/{comment_id}/like', await like(...args));
const page = async (reader?: TestUser, query = '') =>
  expectSuccess('GET /comments/{kind}/{id}', await site.api('GET', path() + query, { token: reader?.token }));
const likes = async (reader?: TestUser) =>
  (await page(reader)).comments.map((comment) => [comment.likes, comment.is_liked]);

describe('a like of a comment', () => {
  it('counts once, also of two tabs at once, and is taken back once', async () => {
    await Promise.all([liked(bea), liked(bea)]);
    await liked(gale);
    expect(await likes(bea)).toEqual([[2, true]]);
    expect(await likes()).toEqual([[2, false]]);
    for (const answer of await Promise.all([unlike(bea), unlike(bea)]))
      expectSuccess('DELETE /comments/{kind}/{id}/{comment_id}/like', answer);
    expect(await likes(bea)).toEqual([[1, false]]);
  });

  it('is counted of each of many people at once', async () => {
    await Promise.all(Array.from({ length: 12 }, () => likesOf.add(ulid(), commented(), id)));
    expect(await likes()).toEqual([[12, false]]);
  });

  it('of a reply is one of its own', async () => {
    const replies = `${path()}/${id}/replies`;
    const body = { text: 'So it is' };
    const { id: replyId } = expectSuccess(
      'POST /comments/{kind}/{id}/{comment_id}/replies',
      await site.api('POST', replies, { token: bea.token, body }),
    );
    const route = `${replies}/${replyId}/like`;
    await site.api('PUT', route, { token: ada.token });
    const read = async () => (await site.api('GET', replies, { token: ada.token })).body;
    expect(await read()).toMatchObject({ comments: [{ likes: 1, is_liked: true }] });
    expect(await likes(ada)).toEqual([[0, false]]);
    await site.api('DELETE', route, { token: ada.token });
    expect(await read()).toMatchObject({ comments: [{ likes: 0, is_liked: false }] });
  });

  it('is refused to banned, blocked and suspended people, and to visitors', async () => {
    expectError(await site.api('PUT', `${path()}/${id}/like`), 'unauthenticated');
    await rooms.silence(gale, gale, bea, null);
    expectError(await like(bea), 'chat_refused');
    await rooms.lift(gale, gale, bea);
    await site.api('PUT', `/hidden-people/${bea.username}`, { token: ada.token });
    expectError(await like(bea), 'not_found');
    const moderator = await aModerator(site);
    const { id: own } = expectSuccess(
      'POST /comments/{kind}/{id}',
      await site.api('POST', path(), { token: bea.token, body: { text: 'buy my fans' } }),
    );
    await report(site, gale, { kind: 'comment', id: videoId, message_id: own });
    const act = { act: 'suspend', reason: 'spam', days: 7 };
    await decided(site, moderator, `comment.${videoId}.${own}`, act);
    expectError(await like(bea), 'suspended');
    expect((await page()).comments.map((comment) => comment.likes)).toEqual([0]);
  });

  it('is refused where comments are off, for what is missing, and beyond the most', async () => {
    expectError(await like(bea, videoId), 'not_found');
    const many = new Set(Array.from({ length: MAX_LIKED_COMMENTS }, () => ulid()));
    await updateItem(site.table, likesKey(commented(), bea.id), { liked: many });
    expectError(await like(bea), 'conflict');
    await site.api('PUT', '/comments/settings', { token: gale.token, body: { writers: 'off' } });
    expectError(await like(ada), 'forbidden');
  });

  it('is deleted with the account, by steps that may be repeated, and with the video', async () => {
    const second = await written(2);
    for (const one of [id, second]) await liked(bea, one);
    await liked(gale);
    const step = deleteCommentLikes(site.table);
    expect(await step({ id: bea.id, hasTime: () => false })).toBe(false);
    // As if the deletion had ended after its first write.
    await likesOf.remove(bea.id, commented(), second);
    for (const _ of ['once', 'repeated']) expect(await step({ id: bea.id, hasTime: () => true })).toBe(true);
    expect(await likes()).toEqual([
      [0, false],
      [1, false],
    ]);
    await site.api('DELETE', `/videos/${videoId}`, { token: gale.token });
    const left = (await readAll(site.table)).filter(
      ({ pk, sk }) => pk === `VIDEO#${videoId}` && sk.startsWith('COMMENT'),
    );
    expect(left).toEqual([]);
  });
});

describe('the best comments', () => {
  it('are those with the most likes, by pages', async () => {
    const ids = [id];
    for (let ms = 2; ms <= 21; ms++) ids.push(await written(ms));
    await liked(bea, ids[3]);
    await liked(gale, ids[3]);
    await liked(bea, ids[7]);
    const first = await page(undefined, '?order=best');
    expect(first.comments.slice(0, 3).map(({ text }) => text)).toEqual(['4', '8', '21']);
    expect([first.comments.length, first.total]).toEqual([20, null]);
    const second = await page(undefined, `?order=best&cursor=${first.next}`);
    expect([second.comments.map(({ text }) => text), second.next]).toEqual([['1'], null]);
    expectError(
      await site.api('GET', `${path()}?order=best&cursor=${(await page()).next}`),
      'invalid_request',
    );
  });

  it('do not contain those of people whom the channel has banned', async () => {
    await liked(bea);
    await rooms.silence(gale, gale, ada, null);
    expect(await page(bea, '?order=best')).toMatchObject({ comments: [], total: 0 });
  });

  it('move by two digits of their likes, so that a popular one moves rarely', () => {
    const moves = new Set(Array.from({ length: 10_000 }, (_, count) => rankOf(count + 1, 'x')));
    expect(moves.size).toBe(99 + 90 + 90 + 1);
    expect([...moves].toSorted()).toEqual([...moves]);
  });
});
