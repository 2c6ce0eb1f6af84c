import { beforeEach, expect, it } from 'vitest';
import { commentNotice, replyNotice } from '#functions/news/index.ts';
import { sortKeyOf } from '#functions/news/notice.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/plain/time.ts';
import { expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { seedClips } from '#test/support/api/table/seed-clips.ts';
import { seedVideos } from '#test/support/api/table/seed-videos.ts';

let gale: TestUser;
let ada: TestUser;
let bea: TestUser;
let videoId: string;

const site = await localApi({ ivs: true, storage: true, news: { pushOrigins: [], hiddenMs: 50 } });
beforeEach(async () => {
  [gale, ada, bea] = [await site.aUser(), await site.aUser(), await site.aUser()];
  const ready = { status: 'ready', visibility: 'public', title: 'A desk fan' } as const;
  videoId = (await seedVideos(site.table, gale, [ready]))[0]!.id;
});

const send = ({ token }: TestUser, text: string, under = '') =>
  site.api('POST', `/comments/video/${videoId}${under}`, { token, body: { text } });
const write = async (person: TestUser, text: string) => {
  const answer = await send(person, text);
  return expectSuccess('POST /comments/{kind}/{id}', answer).id;
};
/** Without repetitions, because a new hour may begin during a test. */
async function kindsOf({ token }: TestUser): Promise<readonly string[]> {
  const { news } = expectSuccess('GET /news', await site.api('GET', '/news', { token }));
  return [...new Set(news.map(({ kind, title, by }) => `${kind} ${title} ${by}`))];
}

it('the owner is notified of comments, and their authors of replies', async () => {
  const id = await write(ada, 'Nice');
  await write(bea, 'Very nice');
  await send(bea, 'It is', `/${id}/replies`);
  await expect.poll(() => kindsOf(gale)).toEqual(['comment A desk fan null']);
  await expect.poll(() => kindsOf(ada)).toEqual(['reply A desk fan null']);
  expect(await kindsOf(bea)).toEqual([]);
  await site.api('DELETE', `/videos/${videoId}`, { token: gale.token });
  await expect.poll(() => kindsOf(gale)).toEqual([]);
});

it('no one is notified of what they write themselves, nor of what is refused', async () => {
  const id = await write(gale, 'Welcome');
  await send(gale, 'And hello', `/${id}/replies`);
  await site.api('PUT', `/hidden-people/${bea.username}`, { token: gale.token });
  await send(bea, 'Let me in');
  await send(bea, 'Let me in', `/${id}/replies`);
  // Ada’s comment, which comes later, is the only news.
  await write(ada, 'Nice');
  await expect.poll(() => kindsOf(gale)).toEqual(['comment A desk fan null']);
});

it('the owner of an unlisted video is notified, and who is answered while they may open it', async () => {
  const unlisted = { status: 'ready', visibility: 'unlisted', title: 'A quiet fan' } as const;
  videoId = (await seedVideos(site.table, gale, [unlisted]))[0]!.id;
  const id = await write(ada, 'Nice');
  await send(bea, 'It is', `/${id}/replies`);
  await expect.poll(() => kindsOf(gale)).toEqual(['comment A quiet fan null']);
  await expect.poll(() => kindsOf(ada)).toEqual(['reply A quiet fan null']);
  const body = { visibility: 'private' };
  await site.api('PATCH', `/videos/${videoId}`, { token: gale.token, body });
  await expect.poll(() => kindsOf(ada)).toEqual([]);
  expect(await kindsOf(gale)).toEqual(['comment A quiet fan null']);
});

it('the owner of a clip’s channel and its maker are notified of comments, and their authors of replies', async () => {
  const [clip] = await seedClips(site.table, gale, videoId, 1, ada);
  const path = `/comments/clip/${clip!.id}`;
  const body = { text: 'Nice' };
  const { id } = expectSuccess(
    'POST /comments/{kind}/{id}',
    await site.api('POST', path, { token: bea.token, body }),
  );
  await site.api('POST', `${path}/${id}/replies`, { token: gale.token, body });
  const comment = [`comment ${clip!.title} null`];
  await expect.poll(() => kindsOf(gale)).toEqual(comment);
  await expect.poll(() => kindsOf(ada)).toEqual(comment);
  await expect.poll(() => kindsOf(bea)).toEqual([`reply ${clip!.title} null`]);
  const { body: news } = await site.api('GET', '/news', { token: ada.token });
  expect(news).toMatchObject({ news: [{ clip_id: clip!.id, video_id: null }] });
});

it('who has made a clip hears nothing of people whom they block', async () => {
  const [clip] = await seedClips(site.table, gale, videoId, 1, ada);
  await site.api('PUT', `/hidden-people/${bea.username}`, { token: ada.token });
  const body = { text: 'Nice' };
  await site.api('POST', `/comments/clip/${clip!.id}`, { token: bea.token, body });
  await expect.poll(() => kindsOf(gale)).toEqual([`comment ${clip!.title} null`]);
  expect(await kindsOf(ada)).toEqual([]);
});

it('comments of one hour share a notice, and one place in the list', () => {
  const [startMs, facts] = [HOUR_MS * 500_000, { channelId: 'c', videoId: 'v', personId: 'p' }];
  for (const notice of [
    (atMs: number) => commentNotice(facts, atMs),
    (atMs: number) => replyNotice(facts, 'comment', atMs),
  ]) {
    const [first, same, next] = [0, 59 * MINUTE_MS, HOUR_MS].map((afterMs) => notice(startMs + afterMs));
    expect([same!.id, sortKeyOf(same!)]).toEqual([first!.id, sortKeyOf(first!)]);
    expect(next!.id).not.toBe(first!.id);
  }
});
