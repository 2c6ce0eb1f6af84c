import { ulid } from 'ulid';
import { beforeEach, describe, expect, it } from 'vitest';
import { commentsRepository } from '#functions/comments/comments.repository.ts';
import { changeVideo } from '#functions/videos/index.ts';
import { COMMENT_EDIT_MS, COMMENT_MAX_LENGTH } from '#shared/limits.ts';
import { MINUTE_MS } from '#shared/plain/time.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { aModerator, caseOf, decided, report } from '#test/support/api/moderation/moderators.ts';
import { RoomCaller } from '#test/support/api/rooms.ts';
import { seedVideos } from '#test/support/api/table/seed-videos.ts';

let gale: TestUser;
let ada: TestUser;
let bea: TestUser;
let videoId: string;
/** Of Ada. */
let id: string;

const site = await localApi({ ivs: true, storage: true });
const rooms = new RoomCaller(site);
const { add } = commentsRepository(site.table);
const moderator = await aModerator(site);
beforeEach(async () => {
  [gale, ada, bea] = [await site.aUser(), await site.aUser(), await site.aUser()];
  videoId = (await seedVideos(site.table, gale, [{ status: 'ready' }]))[0]!.id;
  id = (await write(ada, 'It humms')).id;
});

const path = () => `/comments/video/${videoId}`;
const write = async ({ token }: TestUser, text: string) =>
  expectSuccess('POST /comments/{kind}/{id}', await site.api('POST', path(), { token, body: { text } }));
const edit = ({ token }: TestUser, text: string, revision = 0, of = id) =>
  site.api('PUT', `${path()}/${of}`, { token, body: { text, revision } });
const edited = async (...args: Parameters<typeof edit>) =>
  expectSuccess('PUT /comments/{kind}/{id}/{comment_id}', await edit(...args));
const reply = async ({ token }: TestUser, text: string) =>
  expectSuccess(
    'POST /comments/{kind}/{id}/{comment_id}/replies',
    await site.api('POST', `${path()}/${id}/replies`, { token, body: { text } }),
  );
const read = async () =>
  expectSuccess('GET /comments/{kind}/{id}', await site.api('GET', path())).comments.map(
    ({ text, revision, has_replies }) => [text, revision, has_replies],
  );
/** A comment of this age. */
async function written(agoMs: number): Promise<string> {
  const comment = {
    id: ulid(),
    author_id: ada.id,
    text: 'Old',
    at: new Date(Date.now() - agoMs).toISOString(),
  };
  await add({ commented: { kind: 'video', id: videoId }, comment, key: undefined }, Date.now());
  return comment.id;
}

describe('an edit', () => {
  it('replaces the text, keeps replies, and may be repeated', async () => {
    await reply(bea, 'So it does');
    for (const _ of ['once', 'repeated'])
      expect(await edited(ada, 'It hums')).toMatchObject({ text: 'It hums', revision: 1, has_replies: true });
    expect(await read()).toEqual([['It hums', 1, true]]);
    await edited(ada, 'It hums softly', 1);
    expect(await read()).toEqual([['It hums softly', 2, true]]);
  });

  it('of a text that was changed elsewhere is refused', async () => {
    const [one, other] = await Promise.all([edit(ada, 'One'), edit(ada, 'Other')]);
    expect([one.status, other.status].toSorted()).toEqual([200, 409]);
    const refused = await edit(ada, 'Third');
    expectError(refused, 'conflict');
    expect(refused.body).toMatchObject({ reason: 'comment_changed' });
  });

  it('is possible for fifteen minutes', async () => {
    await edited(ada, 'New', 0, await written(COMMENT_EDIT_MS - MINUTE_MS));
    const refused = await edit(ada, 'New', 0, await written(COMMENT_EDIT_MS + 1));
    expectError(refused, 'conflict');
    expect(refused.body).toMatchObject({ reason: 'comment_too_old', params: { max_minutes: 15 } });
  });

  it('is refused to others, for bad texts, and where the comment is gone or hidden from its author', async () => {
    for (const other of [bea, gale]) expectError(await edit(other, 'Mine'), 'forbidden');
    expectError(
      await site.api('PUT', `${path()}/${id}`, { body: { text: 'x', revision: 0 } }),
      'unauthenticated',
    );
    for (const text of ['  ', 'x'.repeat(COMMENT_MAX_LENGTH + 1)])
      expectError(await edit(ada, text), 'invalid_request');
    expectError(await edit(ada, 'x', 0, videoId), 'not_found');
    await changeVideo(site.table, videoId, () => ({ visibility: 'private' }));
    expectError(await edit(ada, 'Secret'), 'not_found');
  });

  it('passes the checks of a new comment', async () => {
    await rooms.setWords(gale, gale, ['clunker']);
    expectError(await edit(ada, 'What a clunker'), 'chat_refused');
    await rooms.silence(gale, gale, ada, 10);
    expectError(await edit(ada, 'Hello'), 'chat_refused');
    await rooms.silence(gale, gale, ada, null);
    expectError(await edit(ada, 'Hello'), 'chat_refused');
    await rooms.lift(gale, gale, ada);
    const body = { writers: 'off' };
    await site.api('PUT', '/comments/settings', { token: gale.token, body });
    expectError(await edit(ada, 'Hello'), 'forbidden');
  });

  it('of a reply follows the same rules, and is refused once the answered person has blocked its author', async () => {
    const { id: replyId } = await reply(bea, 'So it doess');
    const change = ({ token }: TestUser, text: string, revision = 0) =>
      site.api('PUT', `${path()}/${id}/replies/${replyId}`, { token, body: { text, revision } });
    expectSuccess(
      'PUT /comments/{kind}/{id}/{comment_id}/replies/{reply_id}',
      await change(bea, 'So it does'),
    );
    expectError(await change(ada, 'No'), 'forbidden');
    await site.api('PUT', `/hidden-people/${bea.username}`, { token: ada.token });
    expectError(await change(bea, 'Blocked', 1), 'not_found');
  });
});

describe('a reported comment', () => {
  const reported = async (by: TestUser) =>
    expectSuccess('POST /reports', await report(site, by, { kind: 'comment', id: videoId, message_id: id }));
  const evidence = async () => (await caseOf(site, moderator, `comment.${videoId}.${id}`)).case.evidence.text;

  it('is judged by each text that was reported', async () => {
    await reported(bea);
    await edited(ada, 'It hums');
    expect(await evidence()).toBe('It humms');
    await reported(gale);
    expect(await evidence()).toBe('It humms\n\nIt hums');
    await reported(await site.aUser());
    expect(await evidence()).toBe('It humms\n\nIt hums');
  });

  it('returns with its latest text, and cannot be changed while it is removed', async () => {
    await edited(ada, 'It hums');
    await reported(bea);
    await decided(site, moderator, `comment.${videoId}.${id}`, { act: 'remove', reason: 'spam' });
    expectError(await edit(ada, 'Back again', 1), 'not_found');
    await decided(site, moderator, `comment.${videoId}.${id}`, { act: 'undo' });
    expect(await read()).toEqual([['It hums', 1, false]]);
  });
});
