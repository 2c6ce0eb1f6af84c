/** How a banned or blocked person could still show text on a channel, or notify its streamer. */
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { beforeEach, describe, expect, it } from 'vitest';
import { PAGE_HEADER } from '#functions/pages/page-header.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type ApiAnswer, type TestUser } from '#test/support/api/local-api.ts';
import { RoomCaller } from '#test/support/api/rooms.ts';
import { seedClips } from '#test/support/api/table/seed-clips.ts';
import { OUTPUTS, seedVideos } from '#test/support/api/table/seed-videos.ts';
import { VideosStage } from '#test/support/api/videos/videos-stage.ts';

let ada: TestUser;
let eve: TestUser;
let videoId: string;

const site = await localApi({ storage: true, news: {} });
const stage = new VideosStage(site);
const rooms = new RoomCaller(site);
const segments = [0, 1, 2, 3].map((n) => `#EXTINF:2,\n${n}.ts\n`);
const put = (Bucket: string, Key: string, Body: string) =>
  stage.s3.send(new PutObjectCommand({ Bucket, Key, Body }));
const { mediaBucket, webBucket } = site.storage!;
await put(webBucket, 'index.html', '<title>Fanfare</title>');
await put(mediaBucket, 'media/videos/x/video.m3u8', `#EXTM3U\n${segments.join('')}`);
for (const n of [0, 1, 2, 3]) await put(mediaBucket, `media/videos/x/${n}.ts`, 'film');
beforeEach(async () => {
  [ada, eve] = [await site.aUser(), await site.aUser()];
  const [video] = await seedVideos(site.table, ada, [{ status: 'ready', ...OUTPUTS }]);
  videoId = video!.id;
});

const call = (method: string, path: string, by?: TestUser, body?: object) =>
  site.api(method, path, { token: by?.token, ...(body && { body }) });
const clip = (by: TestUser, title = 'Five seconds of it') =>
  call('POST', '/clips', by, { kind: 'video', id: videoId, from_ms: 0, until_ms: 6000, title });
const block = (by: TestUser, { username }: TestUser) => call('PUT', `/hidden-people/${username}`, by);
const unblock = (by: TestUser, { username }: TestUser) => call('DELETE', `/hidden-people/${username}`, by);
const done = async (answer: Promise<ApiAnswer>) => expect((await answer).status).toBeLessThan(300);
const nameModerator = async (person: TestUser) =>
  expectSuccess('PUT /rooms/{id}/moderators/{username}', await rooms.name(ada, ada, person));

const REFUSALS = {
  'is banned': {
    begin: () => rooms.silence(ada, ada, eve, null),
    end: () => rooms.lift(ada, ada, eve),
    words: 'You are banned from this chat.',
  },
  'is timed out': {
    begin: () => rooms.silence(ada, ada, eve, 10),
    end: () => rooms.lift(ada, ada, eve),
    words: 'You are timed out in this chat.',
  },
  'is blocked by the streamer': {
    begin: () => block(ada, eve),
    end: () => unblock(ada, eve),
    words: 'You are banned from this chat.',
  },
};

describe.each(Object.entries(REFUSALS))('who %s', (_, { begin, end, words }) => {
  it('can neither write in the chat nor make a clip of the channel', async () => {
    await done(begin());
    for (const answer of [await rooms.post(ada, eve, 'A word'), await clip(eve)])
      expect(expectError(answer, 'chat_refused')).toContain(words);
    expect((await rooms.me(ada, eve)).silenced).not.toBeNull();
    await done(end());
    expectSuccess('POST /chat/{id}', await rooms.post(ada, eve, 'A word'));
    expectSuccess('POST /clips', await clip(eve));
  });

  it('does not reach the streamer by a mention in another chat', async () => {
    const [bea, cat, other] = [await site.aUser(), await site.aUser(), await site.aUser()];
    const unreadOf = async (person: TestUser) =>
      expectSuccess('GET /news/unread', await call('GET', '/news/unread', person)).unread;
    await rooms.say(cat, eve, `@${ada.username}, this came before`);
    await expect.poll(() => unreadOf(ada)).toBe(1);
    await done(begin());
    await rooms.say(bea, eve, `@${ada.username} and @${other.username}, look here`);
    const newsOf = async (person: TestUser) =>
      expectSuccess('GET /news', await call('GET', '/news', person)).news;
    await expect.poll(() => newsOf(other)).toMatchObject([{ by: eve.username }]);
    expect([await newsOf(ada), await unreadOf(ada)]).toEqual([[], 0]);
  });
});

describe('the title of a clip', () => {
  it.each([
    ['a blocked word', 'He lives at 1 F.a.n Stréet', 'blocked word'],
    ['a link where links are off', 'More at fans.example.com/x', 'Links'],
  ])('has no %s, like a message', async (_, title, words) => {
    const mod = await site.aUser();
    await nameModerator(mod);
    await done(rooms.setWords(ada, ada, ['fan street']));
    await done(rooms.setMode(ada, ada, { links_allowed: false }));
    expect(expectError(await clip(eve, title), 'chat_refused')).toContain(words);
    expectSuccess('POST /clips', await clip(eve));
    for (const exempt of [ada, mod]) expectSuccess('POST /clips', await clip(exempt, title));
  });
});

describe('a clip whose maker was banned or blocked afterwards', () => {
  it.each(['is banned', 'is blocked by the streamer'] as const)(
    'is not shown while its maker %s',
    async (how) => {
      const title = `Zorblax${eve.username}`;
      const [{ id } = { id: '' }] = await seedClips(site.table, ada, videoId, 1, eve, { title });
      const reads = [`/clips?channel=${ada.id}`, `/clips/${id}`, `/search?q=${title}`, '/pages/index.html'];
      const showing = async () => {
        const texts = await Promise.all(
          reads.map(async (path) => {
            const answer = await site.api('GET', path, { headers: { [PAGE_HEADER]: `/clip/${id}` } });
            return JSON.stringify(answer.body);
          }),
        );
        return reads.filter((_, at) => texts[at]!.includes(title));
      };
      expect(await showing()).toEqual(reads);
      await done(REFUSALS[how].begin());
      expect(await showing()).toEqual([]);
      expectError(await call('GET', `/clips/${id}`, ada), 'not_found');
      await done(REFUSALS[how].end());
      expect(await showing()).toEqual(reads);
    },
  );

  it('stays where others block its maker, and where the maker moderates', async () => {
    const [other, mod] = [await site.aUser(), await site.aUser()];
    await nameModerator(mod);
    await block(other, eve);
    await block(ada, mod);
    for (const person of [eve, mod]) {
      const { id } = expectSuccess('POST /clips', await clip(person));
      expect((await call('GET', `/clips/${id}`, other)).status).toBe(200);
    }
  });
});
