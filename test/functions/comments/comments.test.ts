import { ulid } from 'ulid';
import { beforeEach, describe, expect, it } from 'vitest';
import { updateItem } from '#functions/aws/table/write-items.ts';
import { commentKey } from '#functions/comments/comment.item.ts';
import { commentsRepository } from '#functions/comments/comments.repository.ts';
import { deleteCommentsBy } from '#functions/comments/deletion.repository.ts';
import { changeVideo } from '#functions/videos/index.ts';
import { COMMENT_MAX_LENGTH, MAX_REPLIES } from '#shared/limits.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { aModerator, caseOf, decided, report } from '#test/support/api/moderation/moderators.ts';
import { RoomCaller } from '#test/support/api/rooms.ts';
import { seedVideos } from '#test/support/api/table/seed-videos.ts';
import { readAll } from '#test/support/api/table/table-reader.ts';

let gale: TestUser;
let ada: TestUser;
let bea: TestUser;
let videoId: string;

const site = await localApi({ ivs: true, storage: true });
const rooms = new RoomCaller(site);
const { add } = commentsRepository(site.table);
const moderator = await aModerator(site);
beforeEach(async () => {
  [gale, ada, bea] = [await site.aUser(), await site.aUser(), await site.aUser()];
  videoId = (await seedVideos(site.table, gale, [{ status: 'ready' }]))[0]!.id;
});

const path = () => `/comments/video/${videoId}`;
const post = ({ token }: TestUser, text: string, key?: string) =>
  site.api('POST', path(), {
    token,
    body: { text },
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const write = async (...args: Parameters<typeof post>) =>
  expectSuccess('POST /comments/{kind}/{id}', await post(...args));
const page = async (reader?: TestUser, cursor = '') =>
  expectSuccess(
    'GET /comments/{kind}/{id}',
    await site.api('GET', path() + (cursor && `?cursor=${cursor}`), { token: reader?.token }),
  );
const texts = async (reader?: TestUser) => (await page(reader)).comments.map(({ text }) => text);
const remove = ({ token }: TestUser, id: string) => site.api('DELETE', `${path()}/${id}`, { token });
const removed = async (by: TestUser, id: string) =>
  expectSuccess('DELETE /comments/{kind}/{id}/{comment_id}', await remove(by, id));
const block = ({ token }: TestUser, { username }: TestUser, method = 'PUT') =>
  site.api(method, `/hidden-people/${username}`, { token });
const setWriters = async (writers: string) =>
  expectSuccess(
    'PUT /comments/settings',
    await site.api('PUT', '/comments/settings', { token: gale.token, body: { writers } }),
  );

describe('a comment', () => {
  it('is read by everybody, the newest first, with its author as they are now', async () => {
    await write(ada, 'First');
    await write(bea, 'Second\n\n\n\nwith one empty line');
    await site.api('PUT', '/streamers/profile', { token: ada.token, body: { display_name: 'Ada L' } });
    const { comments, next, total } = await page();
    expect(comments.map(({ text, username, display_name }) => [text, username, display_name])).toEqual([
      ['Second\n\nwith one empty line', bea.username, bea.username],
      ['First', ada.username, 'Ada L'],
    ]);
    expect([next, total]).toEqual([null, 2]);
  });

  it('is written once by repeated and simultaneous requests with a key', async () => {
    const [one, other] = await Promise.all([write(ada, 'Once', 'key'), write(ada, 'Once', 'key')]);
    expect(other.id).toBe(one.id);
    expect((await write(ada, 'Once', 'key')).id).toBe(one.id);
    expect(await texts()).toEqual(['Once']);
    await removed(ada, one.id);
    expectError(await post(ada, 'Once', 'key'), 'chat_refused');
  });

  it('is refused without a text, with too long a one, signed out, and under what one cannot see', async () => {
    expectError(await post(ada, ' \n '), 'invalid_request');
    expectError(await post(ada, 'x'.repeat(COMMENT_MAX_LENGTH + 1)), 'invalid_request');
    expectError(await site.api('POST', path(), { body: { text: 'Hello' } }), 'unauthenticated');
    await write(ada, 'Hello');
    await changeVideo(site.table, videoId, () => ({ visibility: 'private' }));
    expectError(await post(ada, 'Hello'), 'not_found');
    expectError(await site.api('GET', path()), 'not_found');
    expect(await texts(gale)).toEqual(['Hello']);
  });

  it('is listed by pages, without a number where more follow', async () => {
    await Promise.all(
      Array.from({ length: 21 }, (_, count) => {
        const id = ulid(count + 1);
        const at = new Date(count).toISOString();
        const comment = { id, author_id: ada.id, text: `${count}`, at };
        return add({ commented: { kind: 'video', id: videoId }, comment, key: undefined }, count);
      }),
    );
    const first = await page();
    expect([first.comments.length, first.total]).toEqual([20, null]);
    const second = await page(undefined, first.next ?? '');
    expect([second.comments.map(({ text }) => text), second.next, second.total]).toEqual([['0'], null, null]);
    expectError(await site.api('GET', `${path()}?cursor=x`), 'invalid_request');
  });
});

const latestAct = async () =>
  expectSuccess(
    'GET /rooms/{id}/acts',
    await site.api('GET', `/rooms/${gale.id}/acts`, { token: gale.token }),
  ).acts[0]!;
const undo = async (id: string) =>
  expectSuccess(
    'POST /rooms/{id}/acts/{act_id}/undo',
    await site.api('POST', `/rooms/${gale.id}/acts/${id}/undo`, { token: gale.token }),
  );

describe('a comment is deleted', () => {
  it('by its author, repeatedly', async () => {
    const { id } = await write(ada, 'Hello');
    for (const _ of ['once', 'repeated']) await removed(ada, id);
    expect(await texts()).toEqual([]);
  });

  it('by the channel’s owner and its moderators, who cannot delete those of the owner', async () => {
    await rooms.name(gale, gale, bea);
    expect((await page(bea)).is_moderator).toBe(true);
    for (const by of [gale, bea]) await removed(by, (await write(ada, 'Hello')).id);
    expect(await texts()).toEqual([]);
    const { id } = await write(gale, 'Welcome');
    expectError(await remove(bea, id), 'forbidden');
  });

  it('by a moderator who takes that back: it returns with its replies and likes, once', async () => {
    await rooms.name(gale, gale, bea);
    const { id } = await write(ada, 'Hello');
    const replies = `${path()}/${id}/replies`;
    await site.api('POST', replies, { token: gale.token, body: { text: 'Hi' } });
    await site.api('PUT', `${path()}/${id}/like`, { token: gale.token });
    await removed(bea, id);
    expectError(await site.api('GET', replies), 'not_found');
    const act = await latestAct();
    expect(act).toMatchObject({
      act: 'remove_comment',
      by: bea.username,
      username: ada.username,
      messages: [{ message: 'Hello' }],
      can_undo: true,
    });
    for (const _ of ['once', 'repeated']) await undo(act.id);
    expect(await page()).toMatchObject({ comments: [{ text: 'Hello', likes: 1, has_replies: true }] });
    expect((await site.api('GET', replies)).body).toMatchObject({ comments: [{ text: 'Hi' }] });
  });

  it('by a moderator, and does not return once the site’s moderators have removed it, or its video is gone', async () => {
    const { id } = await write(ada, 'buy my fans');
    await report(site, bea, { kind: 'comment', id: videoId, message_id: id });
    await removed(gale, id);
    await decided(site, moderator, `comment.${videoId}.${id}`, { act: 'remove', reason: 'spam' });
    await undo((await latestAct()).id);
    expect(await texts()).toEqual([]);
    await removed(gale, (await write(ada, 'Hello')).id);
    await site.api('DELETE', `/videos/${videoId}`, { token: gale.token });
    await undo((await latestAct()).id);
    expect(await commentsLeft()).toEqual([]);
  });

  it('by no one else', async () => {
    const { id } = await write(ada, 'Hello');
    expect((await page(bea)).is_moderator).toBe(false);
    expectError(await remove(bea, id), 'forbidden');
    expectError(await site.api('DELETE', `${path()}/${id}`), 'unauthenticated');
    await changeVideo(site.table, videoId, () => ({ visibility: 'private' }));
    expectError(await remove(bea, id), 'forbidden');
    await removed(ada, id);
  });

  it('with its video, and none is written later', async () => {
    await write(ada, 'Hello', 'key');
    await site.api('DELETE', `/videos/${videoId}`, { token: gale.token });
    expect(await commentsLeft()).toEqual([]);
    expectError(await post(ada, 'Hello'), 'not_found');
  });

  it('with the account of its author', async () => {
    await write(ada, 'Hello');
    await write(bea, 'Hello');
    const step = deleteCommentsBy(site.table);
    expect(await step({ id: ada.id, hasTime: () => false })).toBe(false);
    expect(await step({ id: ada.id, hasTime: () => true })).toBe(true);
    expect(await commentsLeft()).toEqual([bea.id]);
  });
});

describe('a reply', () => {
  const replyPath = (id: string) => `${path()}/${id}/replies`;
  const reply = async ({ token }: TestUser, id: string, text: string) =>
    expectSuccess(
      'POST /comments/{kind}/{id}/{comment_id}/replies',
      await site.api('POST', replyPath(id), { token, body: { text } }),
    );
  const readReplies = (id: string, reader?: TestUser) =>
    site.api('GET', replyPath(id), { token: reader?.token });
  const replies = async (id: string, reader?: TestUser) =>
    expectSuccess('GET /comments/{kind}/{id}/{comment_id}/replies', await readReplies(id, reader)).comments;

  it('is read below its comment, the oldest first', async () => {
    const { id } = await write(ada, 'Hello');
    for (const text of ['One', 'Two']) await reply(bea, id, text);
    expect((await replies(id)).map(({ text }) => text)).toEqual(['One', 'Two']);
    expect(await page()).toMatchObject({ comments: [{ text: 'Hello', has_replies: true }], total: 1 });
  });

  it('has none itself, and none where the comment is missing or hidden from the person', async () => {
    const { id } = await write(ada, 'Hello');
    const { id: replyId } = await reply(bea, id, 'Hi');
    const body = { text: 'Hi' };
    for (const missing of [replyId, videoId])
      expectError(await site.api('POST', replyPath(missing), { token: ada.token, body }), 'not_found');
    await block(ada, bea);
    expectError(await site.api('POST', replyPath(id), { token: bea.token, body }), 'not_found');
    expectError(await readReplies(id, bea), 'not_found');
    expect(await replies(id)).toHaveLength(1);
  });

  it('is refused when there are too many, also when they came at once', async () => {
    const { id } = await write(ada, 'Hello');
    const key = commentKey({ kind: 'video', id: videoId }, id);
    await updateItem(site.table, key, { replies: MAX_REPLIES - 1 });
    await reply(bea, id, 'Hi');
    expectError(
      await site.api('POST', replyPath(id), { token: bea.token, body: { text: 'Hi' } }),
      'conflict',
    );
    const comment = { id: ulid(), author_id: bea.id, text: 'Hi', at: new Date().toISOString() };
    const commented = { kind: 'video', id: videoId, replyTo: id } as const;
    expect(await add({ commented, comment, key: undefined }, Date.now())).toBe(false);
  });

  it('is deleted by its author and by moderators, repeatedly', async () => {
    const { id } = await write(ada, 'Hello');
    for (const by of [bea, gale]) {
      const { id: replyId } = await reply(bea, id, 'Hi');
      expectError(await site.api('DELETE', `${replyPath(id)}/${replyId}`, { token: ada.token }), 'forbidden');
      for (const _ of ['once', 'repeated'])
        expectSuccess(
          'DELETE /comments/{kind}/{id}/{comment_id}/replies/{reply_id}',
          await site.api('DELETE', `${replyPath(id)}/${replyId}`, { token: by.token }),
        );
    }
    expect(await page()).toMatchObject({ comments: [{ has_replies: false }] });
  });

  it('is deleted with its comment, its video and its author’s account', async () => {
    const { id } = await write(ada, 'Hello');
    await reply(bea, id, 'Hi');
    await removed(ada, id);
    expect(await repliesLeft()).toEqual([]);
    const other = await write(ada, 'Hello');
    await reply(bea, other.id, 'Hi');
    await reply(gale, other.id, 'Hi');
    expect(await deleteCommentsBy(site.table)({ id: bea.id, hasTime: () => true })).toBe(true);
    expect(await repliesLeft()).toEqual([gale.id]);
    await site.api('DELETE', `/videos/${videoId}`, { token: gale.token });
    expect(await repliesLeft()).toEqual([]);
  });

  it('is removed and restored by the site’s moderators', async () => {
    const { id } = await write(ada, 'Hello');
    const { id: reply_id } = await reply(bea, id, 'buy my fans');
    const reported = { kind: 'comment', id: videoId, message_id: id, reply_id } as const;
    expectSuccess('POST /reports', await report(site, ada, reported));
    const caseId = `comment.${videoId}.${id}.${reply_id}`;
    await decided(site, moderator, caseId, { act: 'remove', reason: 'spam' });
    expect(await replies(id)).toEqual([]);
    expect(await page()).toMatchObject({ comments: [{ has_replies: false }] });
    await decided(site, moderator, caseId, { act: 'undo' });
    expect(await replies(id)).toHaveLength(1);
    expect(await page()).toMatchObject({ comments: [{ has_replies: true }] });
  });
});

const left = async (prefix: string) =>
  (await readAll(site.table))
    .filter(({ pk, sk }) => pk === `VIDEO#${videoId}` && sk.startsWith(prefix))
    .map((item) => item['author_id']);
const commentsLeft = () => left('COMMENT#');
const repliesLeft = () => left('REPLY#');

describe('the channel’s chat', () => {
  it('refuses comments of people whom it has banned or timed out, and with its blocked words', async () => {
    await rooms.setWords(gale, gale, ['clunker']);
    expectError(await post(ada, 'What a clunker'), 'chat_refused');
    await write(gale, 'Not a clunker');
    await rooms.silence(gale, gale, ada, 10);
    expectError(await post(ada, 'Hello'), 'chat_refused');
    await rooms.lift(gale, gale, ada);
    await write(ada, 'Hello');
    await rooms.silence(gale, gale, ada, null);
    expectError(await post(ada, 'Hello'), 'chat_refused');
  });

  it('hides earlier comments while their author is banned or blocked, and no number shows it', async () => {
    await write(ada, 'Hello');
    await write(bea, 'Hi');
    await rooms.silence(gale, gale, ada, null);
    expect(await page()).toMatchObject({ comments: [{ text: 'Hi' }], total: 1 });
    await rooms.lift(gale, gale, ada);
    expect(await texts()).toEqual(['Hi', 'Hello']);
    await block(gale, ada);
    expect(await texts(bea)).toEqual(['Hi']);
    expectError(await post(ada, 'Hello'), 'chat_refused');
    await block(gale, ada, 'DELETE');
    expect(await texts()).toHaveLength(2);
  });

  it('does not decide whether followers alone may comment', async () => {
    await rooms.setMode(gale, gale, { followers_only: true });
    await write(ada, 'Hello');
    expect(await texts()).toEqual(['Hello']);
  });
});

describe('who may comment', () => {
  it('is the choice of the channel’s owner', async () => {
    await write(ada, 'Hello');
    await setWriters('followers');
    expectError(await post(ada, 'Hello'), 'chat_refused');
    await site.api('POST', `/follows/${gale.id}`, { token: ada.token });
    await write(ada, 'I follow');
    await write(gale, 'Mine');
    expect(await page()).toMatchObject({ writers: 'followers', total: 3 });
    await setWriters('off');
    expectError(await post(gale, 'Mine'), 'forbidden');
    expect(await page()).toMatchObject({ writers: 'off', comments: [], next: null, total: null });
    await setWriters('everyone');
    expect(await texts()).toHaveLength(3);
  });
});

describe('people who block each other', () => {
  it('do not read each other’s comments: those of the blocker are left out by the API', async () => {
    await write(ada, 'Of Ada');
    await write(bea, 'Of Bea');
    await block(ada, bea);
    expect(await page(bea)).toMatchObject({ comments: [{ text: 'Of Bea' }], total: 1 });
    expect(await texts(gale)).toHaveLength(2);
  });
});

describe('a report of a comment', () => {
  const reportedComment = async () => {
    const { id } = await write(ada, 'buy my fans');
    expectSuccess('POST /reports', await report(site, bea, { kind: 'comment', id: videoId, message_id: id }));
    return `comment.${videoId}.${id}`;
  };

  it('shows moderators its text, and they remove it and restore it', async () => {
    const caseId = await reportedComment();
    expect((await caseOf(site, moderator, caseId)).case).toMatchObject({
      kind: 'comment',
      username: ada.username,
      evidence: { text: 'buy my fans', channel: gale.username },
    });
    await decided(site, moderator, caseId, { act: 'remove', reason: 'spam' });
    expect(await texts()).toEqual([]);
    await decided(site, moderator, caseId, { act: 'undo' });
    expect(await texts()).toEqual(['buy my fans']);
  });

  it('keeps the replies to a removed comment, which return with it', async () => {
    const caseId = await reportedComment();
    const id = caseId.split('.')[2]!;
    const path = `/comments/video/${videoId}/${id}/replies`;
    await site.api('POST', path, { token: bea.token, body: { text: 'No' } });
    await decided(site, moderator, caseId, { act: 'remove', reason: 'spam' });
    expectError(await site.api('GET', path), 'not_found');
    await decided(site, moderator, caseId, { act: 'undo' });
    expect((await site.api('GET', path)).body).toMatchObject({ comments: [{ text: 'No' }] });
  });

  it('does not restore it under a deleted video', async () => {
    const caseId = await reportedComment();
    await decided(site, moderator, caseId, { act: 'remove', reason: 'spam' });
    await site.api('DELETE', `/videos/${videoId}`, { token: gale.token });
    await decided(site, moderator, caseId, { act: 'undo' });
    expect(await commentsLeft()).toEqual([]);
  });

  it('is refused for one’s own, one that is missing, and one under a hidden video', async () => {
    const { id: message_id } = await write(ada, 'Hello');
    const of = (id: string, comment: string) => ({ kind: 'comment', id, message_id: comment }) as const;
    expectError(await report(site, ada, of(videoId, message_id)), 'conflict');
    expectError(await report(site, bea, of(videoId, videoId)), 'not_found');
    expectError(await report(site, bea, { kind: 'comment', id: videoId }), 'not_found');
    await changeVideo(site.table, videoId, () => ({ visibility: 'private' }));
    expectError(await report(site, bea, of(videoId, message_id)), 'not_found');
  });

  it('can end in a suspension, which hides all comments of the person', async () => {
    const caseId = await reportedComment();
    await decided(site, moderator, caseId, { act: 'suspend', reason: 'spam', days: 7 });
    expect(await page()).toMatchObject({ comments: [], total: 0 });
    expectError(await post(ada, 'Hello'), 'suspended');
    await decided(site, moderator, caseId, { act: 'undo' });
    expect(await texts()).toEqual(['buy my fans']);
  });
});
