/** What the demo's people write, like and collect once the videos are ready, on the API itself. */
import { beforeAll, expect, it } from 'vitest';
import type { Api } from '#demo/api.ts';
import { cast } from '#demo/cast/cast.ts';
import { commentedVideos } from '#demo/cast/comments.ts';
import { playlists } from '#demo/cast/playlists.ts';
import { videos } from '#demo/cast/videos.ts';
import { postComments } from '#demo/steps/comments.ts';
import type { Person } from '#demo/steps/people.ts';
import { makePlaylists } from '#demo/steps/playlists.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { seedVideos } from '#test/support/api/table/seed-videos.ts';
import { requestUrl } from '#web/lib/api/api-url.ts';

const { signal } = new AbortController();
const site = await localApi();
const people = new Map<string, Person>();
const said: string[] = [];
const say = (words: string) => void said.push(words);
const ids = new Map<string, string>();

/** The demo's way to call the API, without a network. */
const apiOf = ({ token }: TestUser) =>
  ({
    call: async (name: string, { params, query, body }: Record<string, Record<string, unknown>>) => {
      const { method, url } = requestUrl(name, params, query);
      const answer = await site.api(method, url.replace('/api', ''), { token, body });
      if (answer.status >= 300) throw new Error(`${name}: ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
  }) as unknown as Api;

beforeAll(async () => {
  for (const channel of cast) {
    const user = await site.aUser({ username: channel.username });
    people.set(channel.username, { channel, id: user.id, bearer: { token: user.token }, api: apiOf(user) });
    const own = videos.filter(({ username }) => username === channel.username);
    const seeded = await seedVideos(
      site.table,
      user,
      own.map(({ title }) => ({ title, status: 'ready' })),
    );
    for (const { id, title } of seeded) ids.set(title, id);
  }
});

it('comments, replies and likes are written once, however often the demo runs', async () => {
  await postComments({ people, commentedVideos, signal, say });
  await postComments({ people, commentedVideos, signal, say });
  expect(said.filter((words) => words.includes('lacks'))).toEqual([]);
  for (const { video, likedBy, comments } of commentedVideos) {
    const page = (await site.api('GET', `/comments/video/${ids.get(video)}`)).body;
    const found = comments.toReversed().map(({ username, text, likedBy: likers, replies }) => ({
      username,
      text,
      likes: likers.length,
      has_replies: replies.length > 0,
    }));
    expect(page).toMatchObject({ comments: found, total: comments.length });
    expect((await site.api('GET', `/videos/${ids.get(video)}`)).body).toMatchObject({
      likes: likedBy.length,
    });
  }
});

it('playlists have the videos in their order, however often the demo runs', async () => {
  await makePlaylists({ people, playlists, signal, say });
  await makePlaylists({ people, playlists, signal, say });
  expect(said.filter((words) => words.includes('not complete'))).toEqual([]);
  for (const { username, title, videos: wanted } of playlists) {
    const own = await site.api('GET', `/library/playlists/channels/${people.get(username)!.id}`);
    expect(own.body).toMatchObject([{ title }]);
    const [{ id }] = own.body as [{ id: string }];
    const entries = await site.api('GET', `/library/playlists/${id}/entries`);
    expect(entries.body).toMatchObject(wanted.map((one) => ({ id: ids.get(one.title) })));
  }
});
