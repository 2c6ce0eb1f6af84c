/** Who is notified of what, by which channel, and how often. */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { NewsChoice } from '#shared/people/news.ts';
import { expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { aModerator, decided, report } from '#test/support/api/moderation/moderators.ts';
import { startPushService, type TestBrowser } from '#test/support/browser/push/push-service.ts';
import { readAll } from '#test/support/api/table/table-reader.ts';
import { seedVideos } from '#test/support/api/table/seed-videos.ts';
import { ALL_NEWS, NO_NEWS } from '#test/support/api/news-settings.ts';

const HOUR_MS = 60 * 60_000;

let rosa: TestUser;
let ben: TestUser;
const service = await startPushService();
const site = await localApi({
  ivs: true,
  mail: true,
  news: { pushOrigins: [service.origin], hiddenMs: 50 },
});
afterAll(() => service.close());
beforeEach(async () => {
  [rosa, ben] = [await site.aProvenUser(), await site.aProvenUser()];
});

const call = (method: string, path: string, { token }: TestUser, body?: object) =>
  site.api(method, path, { token, body });

/** Follows, and rings the bell. */
async function ring(fan: TestUser, channel: TestUser): Promise<void> {
  expectSuccess('POST /follows/{id}', await call('POST', `/follows/${channel.id}`, fan));
  expectSuccess('PUT /news/bells/{channel_id}', await call('PUT', `/news/bells/${channel.id}`, fan));
}

async function subscribe(fan: TestUser): Promise<TestBrowser> {
  const { push_key } = expectSuccess('GET /news/unread', await call('GET', '/news/unread', fan));
  const browser = service.subscribe(push_key);
  expectSuccess('PUT /news/browsers', await call('PUT', '/news/browsers', fan, browser.subscription));
  return browser;
}

const choose = async (fan: TestUser, choice: NewsChoice) =>
  expectSuccess('PUT /news/settings', await call('PUT', '/news/settings', fan, choice));

const newsOf = async (fan: TestUser) => expectSuccess('GET /news', await call('GET', '/news', fan));

async function arnOf({ id }: TestUser): Promise<string> {
  const { client, TableName } = site.table;
  const get = new GetCommand({ TableName, Key: { pk: `CHANNEL#${id}`, sk: 'STREAM' } });
  return String((await client.send(get)).Item?.['ivs_channel_arn']);
}

/** IVS says that the picture comes, or that it has gone. */
async function notify(streamer: TestUser, event_name: string, laterS: number): Promise<void> {
  await site.deliver({
    'detail-type': 'IVS Stream State Change',
    source: 'aws.ivs',
    time: new Date(Date.now() + laterS * 1000).toISOString(),
    resources: [await arnOf(streamer)],
    detail: { event_name, channel_name: streamer.id, stream_id: `st-${laterS}` },
  });
}

async function goLive(streamer: TestUser, title = 'A quiet evening'): Promise<void> {
  const body = { title, game: 'Box Fans' };
  expectSuccess('POST /streaming/start', await call('POST', '/streaming/start', streamer, body));
  await notify(streamer, 'Stream Start', 1);
}

/** All notices have been delivered. */
async function settled(): Promise<void> {
  await expect.poll(() => site.queue?.size().messages).toBe(0);
  expect(service.refused).toEqual([]);
}
const reported = async (fan: TestUser, pieces: number): Promise<void> => {
  await expect.poll(async () => (await newsOf(fan)).news.length).toBe(pieces);
  await settled();
};

describe('a user mentioned in chat', () => {
  const say = async (author: TestUser, message: string) =>
    expectSuccess('POST /chat/{id}', await call('POST', `/chat/${rosa.id}`, author, { message }));

  it('is notified once an hour, however many mention them', async () => {
    const browser = await subscribe(ben);
    const [ada, eve] = [await site.aUser(), await site.aUser()];
    await say(ada, `Look, @${ben.username.toUpperCase()}!`);
    await reported(ben, 1);
    await say(ada, `@${ben.username} again`);
    await say(eve, `and again, @${ben.username}`);
    await settled();
    const { news } = await newsOf(ben);
    expect(news).toMatchObject([{ kind: 'mention', by: ada.username, title: '', video_id: null }]);
    expect(browser.pushes.map(({ payload }) => payload.title)).toEqual([
      `${ada.username} mentioned you in ${rosa.username}'s chat`,
    ]);
    // The notice no longer names people who were notified: they may delete their accounts before it expires.
    const notices = async () => {
      const items = (await readAll(site.table)).filter(({ pk }) => pk.startsWith('NOTICE#'));
      return items.filter((item) => JSON.stringify(item).includes(ben.username));
    };
    await expect.poll(notices).toEqual([]);
  });

  it('is not notified of mentions by hidden users', async () => {
    const browser = await subscribe(ben);
    const [eve, ada] = [await site.aUser(), await site.aUser()];
    expect((await call('PUT', `/hidden-people/${eve.username}`, ben)).status).toBe(204);
    await say(eve, `@${ben.username} and @${ada.username}, look here`);
    await reported(ada, 1);
    expect([await newsOf(ben), browser.pushes]).toEqual([{ news: [], unread: 0 }, []]);
    expect((await call('DELETE', `/hidden-people/${eve.username}`, ben)).status).toBe(204);
    await say(ada, `@${ben.username}, did you see?`);
    await reported(ben, 1);
    expect((await newsOf(ben)).news).toMatchObject([{ by: ada.username }]);
  });

  it('is not notified of an address, of themselves, or when turned off', async () => {
    const browser = await subscribe(ben);
    await choose(ben, { push: { ...ALL_NEWS, mention: false }, mail: NO_NEWS });
    await say(rosa, `Write to me@${ben.username}.example`);
    await say(ben, `I am @${ben.username}, and who is @nobody_at_all?`);
    await settled();
    expect((await newsOf(ben)).news).toEqual([]);
    await say(rosa, `@${ben.username}`);
    await reported(ben, 1);
    expect(browser.pushes).toEqual([]);
  });
});

describe('a follower with notifications on', () => {
  it('is notified when the first picture is there, in list and browser', async () => {
    const browser = await subscribe(ben);
    await ring(ben, rosa);
    const body = { title: 'A quiet evening', game: 'Box Fans' };
    expectSuccess('POST /streaming/start', await call('POST', '/streaming/start', rosa, body));
    expect(await newsOf(ben)).toEqual({ news: [], unread: 0 });
    await notify(rosa, 'Stream Start', 1);
    await reported(ben, 1);
    const { news, unread } = await newsOf(ben);
    expect(unread).toBe(1);
    expect(news).toMatchObject([
      { kind: 'live', title: 'A quiet evening', is_read: false, channel: { username: rosa.username } },
    ]);
    expect(browser.pushes.map(({ payload }) => payload)).toMatchObject([
      {
        title: `${rosa.username} is live`,
        body: 'A quiet evening',
        path: `/channel/${rosa.username}`,
        lang: 'en',
        dir: 'ltr',
      },
    ]);
  });

  it('is notified once per broadcast, however often it reconnects', async () => {
    const browser = await subscribe(ben);
    await ring(ben, rosa);
    await goLive(rosa);
    await reported(ben, 1);
    for (const laterS of [10, 20, 30]) {
      await notify(rosa, 'Stream End', laterS);
      await notify(rosa, 'Stream Start', laterS + 5);
    }
    await site.tickNews();
    await settled();
    expect(browser.pushes).toHaveLength(1);
    expect((await newsOf(ben)).news).toHaveLength(1);
  });

  it('is notified of the next broadcast', async () => {
    const browser = await subscribe(ben);
    await ring(ben, rosa);
    await goLive(rosa);
    await reported(ben, 1);
    await call('POST', '/streaming/stop', rosa);
    await goLive(rosa, 'Again');
    await reported(ben, 2);
    expect(browser.pushes.map(({ payload }) => payload.body)).toEqual(['A quiet evening', 'Again']);
    const topics = browser.pushes.map(({ topic }) => topic);
    expect(new Set(topics).size).toBe(2);
  });

  it('is notified of a video and a replay as soon as they are public', async () => {
    const browser = await subscribe(ben);
    await ring(ben, rosa);
    await seedVideos(site.table, rosa, [
      { status: 'ready', title: 'Blades' },
      { status: 'ready', title: 'Of last night', kind: 'replay' },
      { status: 'ready', title: 'Nobody’s business', visibility: 'private' },
    ]);
    await reported(ben, 2);
    const { news } = await newsOf(ben);
    expect(news.map(({ kind, title }) => `${kind} ${title}`).toSorted()).toEqual([
      'replay Of last night',
      'video Blades',
    ]);
    expect(browser.pushes.map(({ payload }) => payload.title).toSorted()).toEqual([
      `${rosa.username} published a video`,
      `${rosa.username}'s replay is ready`,
    ]);
  });

  it('finds videos of followed channels listed, with a bell or without, until it unfollows', async () => {
    const ada = await site.aUser();
    await ring(ben, rosa);
    expectSuccess('POST /follows/{id}', await call('POST', `/follows/${rosa.id}`, ada));
    const [, hidden] = await seedVideos(site.table, rosa, [
      { status: 'ready', title: 'Blades' },
      { status: 'ready', title: 'Motors' },
    ]);
    const listed = async (fan: TestUser) => {
      const videos = expectSuccess('GET /library/published', await call('GET', '/library/published', fan));
      return videos.map(({ title, is_new }) => `${title} ${is_new ? 'new' : 'seen'}`).toSorted();
    };
    for (const fan of [ben, ada]) await expect.poll(() => listed(fan)).toEqual(['Blades new', 'Motors new']);
    expect((await newsOf(ada)).news).toEqual([]);
    expect(await listed(rosa)).toEqual([]);
    await call('PATCH', `/videos/${hidden!.id}`, rosa, { visibility: 'private' });
    expect(await listed(ada)).toEqual(['Blades new']);
    await call('DELETE', `/follows/${rosa.id}`, ada);
    expect(await listed(ada)).toEqual([]);
  });

  it('is not notified after unfollowing or turning it off', async () => {
    const ada = await site.aUser();
    await ring(ben, rosa);
    await ring(ada, rosa);
    await call('DELETE', `/news/bells/${rosa.id}`, ben);
    await call('DELETE', `/follows/${rosa.id}`, ada);
    await goLive(rosa);
    await settled();
    expect(await newsOf(ben)).toEqual({ news: [], unread: 0 });
    expect(await newsOf(ada)).toEqual({ news: [], unread: 0 });
  });

  it('is notified by the chosen ways of the chosen kinds', async () => {
    const browser = await subscribe(ben);
    await ring(ben, rosa);
    await choose(ben, { push: { ...ALL_NEWS, live: false }, mail: { ...NO_NEWS, live: true } });
    await goLive(rosa);
    await reported(ben, 1);
    expect(browser.pushes).toEqual([]);
    const mails = site.pool.mails.filter(
      ({ to, subject }) => to === ben.email && subject.includes('is live'),
    );
    expect(mails).toHaveLength(1);
    const [{ text = '', headers = {} } = {}] = mails;
    expect(text).toContain(`http://localhost:3000/channel/${rosa.username}`);
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  });

  it('gets no mail at an unverified address', async () => {
    const eve = await site.aUser();
    await ring(eve, rosa);
    await choose(eve, { push: ALL_NEWS, mail: ALL_NEWS });
    await goLive(rosa);
    await reported(eve, 1);
    expect(site.pool.mails.filter(({ to, subject }) => to === eve.email && /live/.test(subject))).toEqual([]);
  });
});

describe('a suspended channel', () => {
  async function suspend(person: TestUser): Promise<() => Promise<unknown>> {
    const [moderator, id] = [await aModerator(site), `channel.${person.id}`];
    expectSuccess('POST /reports', await report(site, moderator, { kind: 'channel', id: person.id }));
    await decided(site, moderator, id, { act: 'suspend', reason: 'spam', days: null });
    return () => decided(site, moderator, id, { act: 'undo' });
  }

  it('sends no notification that was pending before', async () => {
    const { noticesRepository } = await import('#functions/news/table/notices.repository.ts');
    const { namedInChat } = await import('#functions/news/notice.ts');
    const { noticeWrite } = await import('#functions/news/notice.item.ts');
    const { transact } = await import('#functions/aws/table/write-items.ts');
    const [browser, eve] = [await subscribe(ben), await site.aUser()];
    await suspend(eve);
    // As when the stream brings it after the suspension.
    const notice = namedInChat(rosa.id, eve.id, [ben.username], Date.now());
    await transact(site.table, [noticeWrite(site.table, notice)]);
    const isDone = async () =>
      (await noticesRepository(site.table).listDue(Date.now() + HOUR_MS, 100)).every(
        (due) => due.notice !== notice.id,
      );
    await expect.poll(isDone).toBe(true);
    await settled();
    expect([await newsOf(ben), browser.pushes]).toEqual([{ news: [], unread: 0 }, []]);
  });

  it('is not listed in notifications until the suspension ends', async () => {
    await ring(ben, rosa);
    await goLive(rosa);
    await reported(ben, 1);
    const undoRosa = await suspend(rosa);
    expect((await newsOf(ben)).news).toEqual([]);
    await undoRosa();
    expect((await newsOf(ben)).news).toMatchObject([{ kind: 'live' }]);
    const eve = await site.aUser();
    expectSuccess(
      'POST /chat/{id}',
      await call('POST', `/chat/${rosa.id}`, eve, { message: `@${ben.username}` }),
    );
    await reported(ben, 2);
    const undoEve = await suspend(eve);
    expect((await newsOf(ben)).news).toMatchObject([{ kind: 'live' }]);
    await undoEve();
    expect((await newsOf(ben)).news).toHaveLength(2);
  });
});

describe('a deleted account', () => {
  const leave = async ({ id }: TestUser) => {
    const { deleteNews } = await import('#functions/news/table/deletion.repository.ts');
    expect(await deleteNews(site.table)({ id, hasTime: () => true })).toBe(true);
  };

  it('leaves no notification from it or to it', async () => {
    await subscribe(ben);
    await ring(ben, rosa);
    await goLive(rosa);
    await reported(ben, 1);
    await leave(rosa);
    const items = await readAll(site.table);
    const ofNews = items.filter(({ pk }) => /^(NOTICE|NEWS)#/.test(String(pk)));
    expect(ofNews.filter((item) => JSON.stringify(item).includes(rosa.id))).toEqual([]);
    expect(await newsOf(ben)).toEqual({ news: [], unread: 0 });
    await leave(ben);
    expect((await readAll(site.table)).filter(({ pk }) => pk === `NEWS#${ben.id}`)).toEqual([]);
  });
});
