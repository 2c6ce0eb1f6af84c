import { beforeEach, expect, it } from 'vitest';
import { deleteCommentsUnder } from '#functions/comments/index.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { aModerator, caseOf, decided, report } from '#test/support/api/moderation/moderators.ts';
import { RoomCaller } from '#test/support/api/rooms.ts';
import { seedClips } from '#test/support/api/table/seed-clips.ts';
import { seedVideos } from '#test/support/api/table/seed-videos.ts';
import { readAll } from '#test/support/api/table/table-reader.ts';

let gale: TestUser;
let ada: TestUser;
let clipId: string;

const site = await localApi({ ivs: true, storage: true });
const rooms = new RoomCaller(site);
const moderator = await aModerator(site);
beforeEach(async () => {
  [gale, ada] = [await site.aUser(), await site.aUser()];
  const [video] = await seedVideos(site.table, gale, [{ status: 'ready' }]);
  clipId = (await seedClips(site.table, gale, video!.id, 1))[0]!.id;
});

const path = () => `/comments/clip/${clipId}`;
const post = ({ token }: TestUser, text: string) => site.api('POST', path(), { token, body: { text } });
const write = async (...args: Parameters<typeof post>) =>
  expectSuccess('POST /comments/{kind}/{id}', await post(...args));
const read = () => site.api('GET', path());
const texts = async () =>
  expectSuccess('GET /comments/{kind}/{id}', await read()).comments.map(({ text }) => text);
const left = async () =>
  (await readAll(site.table)).filter(({ pk, sk }) => pk === `CLIP#${clipId}` && /^(COMMENT|REPLY)/.test(sk));

it('a clip has comments, replies, likes and edits, by the rules of its channel', async () => {
  const { id } = await write(ada, 'Nice');
  await site.api('POST', `${path()}/${id}/replies`, { token: gale.token, body: { text: 'Thanks' } });
  await site.api('PUT', `${path()}/${id}/like`, { token: gale.token });
  await site.api('PUT', `${path()}/${id}`, { token: ada.token, body: { text: 'Nice!', revision: 0 } });
  expect((await read()).body).toMatchObject({
    comments: [{ text: 'Nice!', likes: 1, revision: 1, has_replies: true }],
    total: 1,
  });
  await rooms.setWords(gale, gale, ['clunker']);
  expectError(await post(ada, 'What a clunker'), 'chat_refused');
  await site.api('PUT', '/comments/settings', { token: gale.token, body: { writers: 'off' } });
  expectError(await post(ada, 'Hello'), 'forbidden');
  expect(await texts()).toEqual([]);
});

it('its comments are deleted with it, also by a deletion that goes on, and none is written later', async () => {
  const { id } = await write(ada, 'Nice');
  await site.api('POST', `${path()}/${id}/replies`, { token: gale.token, body: { text: 'Thanks' } });
  await site.api('PUT', `${path()}/${id}/like`, { token: gale.token });
  expect(await deleteCommentsUnder(site.table, { kind: 'clip', id: clipId }, () => false)).toBe(false);
  expect(await left()).toHaveLength(3);
  await site.api('DELETE', `/clips/${clipId}`, { token: gale.token });
  expect(await left()).toEqual([]);
  expectError(await post(ada, 'Hello'), 'not_found');
  expectError(await read(), 'not_found');
});

it('a comment is reported, removed and restored, unless the clip is deleted', async () => {
  const { id: message_id } = await write(ada, 'buy my fans');
  const reported = { kind: 'comment', id: clipId, message_id, under: 'clip' } as const;
  expectError(await report(site, gale, { kind: 'comment', id: clipId, message_id }), 'not_found');
  expectSuccess('POST /reports', await report(site, gale, reported));
  const caseId = `comment.clip.${clipId}.${message_id}`;
  expect((await caseOf(site, moderator, caseId)).case).toMatchObject({
    evidence: { text: 'buy my fans', channel: gale.username },
  });
  await decided(site, moderator, caseId, { act: 'remove', reason: 'spam' });
  expect(await texts()).toEqual([]);
  await decided(site, moderator, caseId, { act: 'undo' });
  expect(await texts()).toEqual(['buy my fans']);
  await decided(site, moderator, caseId, { act: 'remove', reason: 'spam' });
  await site.api('DELETE', `/clips/${clipId}`, { token: gale.token });
  await decided(site, moderator, caseId, { act: 'undo' });
  expect(await left()).toEqual([]);
});
