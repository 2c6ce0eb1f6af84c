/** What events open pages receive when a channel changes. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChannelChange } from '#functions/base/channel-change.ts';
import { startRealtime } from '#infra/local/realtime/realtime.ts';
import { newChannel, toChannel } from '#functions/channels/channel.item.ts';
import { channelEvent, listEvent } from '#functions/realtime/channel-news.service.ts';
import type { ChannelEvent, ListEvent } from '#shared/live/channel-events.ts';
import { channelTopic, LISTS_TOPIC } from '#shared/plain/topics.ts';
import { SETUP } from '#test/support/api/camera-caller.ts';
import { expectSuccess } from '#test/support/api/contract-checks.ts';
import { reportStream } from '#test/support/api/ivs-events.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { passTo } from '#test/support/api/passes.ts';
import { aModerator, decided, report } from '#test/support/api/moderation/moderators.ts';
import { listenToTopic } from '#test/support/stand-ins/channel-listener.ts';
import type { RealtimeClient } from '#test/support/stand-ins/realtime-client.ts';

let ada: TestUser;

const site = await localApi({ realtime: true, ivs: true, storage: true });
beforeEach(async () => {
  ada = await site.aUser();
});

const streaming = (verb: 'start' | 'stop', body?: object) =>
  site.api('POST', `/streaming/${verb}`, { token: ada.token, ...(body && { body }) });
async function goLive() {
  const setup = { title: 'Which hum is this?', game: 'Ceiling Fans', tags: ['hum'] };
  const answer = await streaming('start', setup);
  await reportStream(site, ada, 'Stream Start');
  return answer;
}

/** Hears of a topic, as a page does that shows a pass to ada's channel. */
async function listen(topic: string): Promise<RealtimeClient> {
  return listenToTopic(site.realtime!, topic, await passTo(site, 'channel', ada.id));
}

async function nextBatch<E>(listener: RealtimeClient): Promise<{ events: E[] }> {
  for (;;) {
    const { event } = await listener.next();
    if (event !== undefined) return JSON.parse(String(event)) as { events: E[] };
  }
}

/** The next event of this type; skips events of other types. */
async function received<E extends ChannelEvent | ListEvent, T extends E['type']>(
  listener: RealtimeClient,
  type: T,
): Promise<Extract<E, { type: T }>> {
  for (;;) {
    const { events } = await nextBatch<E>(listener);
    const found = events.find((one) => one.type === type);
    if (found) return found as Extract<E, { type: T }>;
  }
}
const ofStream = (listener: RealtimeClient) => received<ChannelEvent, 'stream'>(listener, 'stream');
const visible = async () =>
  expectSuccess('GET /streamers/{username}', await site.api('GET', `/streamers/${ada.username}`));

describe('an open channel page', () => {
  it('receives the channel’s state when it goes live, changes and ends', async () => {
    const page = await listen(channelTopic(ada.id));
    await goLive();
    let live = await ofStream(page);
    // The details come before the picture.
    while (!live.channel.is_live) live = await ofStream(page);
    expect(live.channel).toEqual(await visible());
    expect(live.channel).toMatchObject({ is_live: true, title: 'Which hum is this?' });

    await site.api('PATCH', '/streamers/status', { token: ada.token, body: { title: 'A bearing' } });
    const renamed = await ofStream(page);
    expect(renamed.channel).toEqual(await visible());
    expect(renamed.channel).toMatchObject({ is_live: true, title: 'A bearing' });

    await streaming('stop');
    const ended = await ofStream(page);
    expect(ended.channel).toMatchObject({ is_live: false, ingest: null, video_url: '' });
    expect([live.version < renamed.version, renamed.version < ended.version]).toEqual([true, true]);
    page.close();
  });

  it('receives start, first picture and end of a camera broadcast', async () => {
    const [page, lists] = [await listen(channelTopic(ada.id)), await listen(LISTS_TOPIC)];
    const { stream_id } = expectSuccess(
      'POST /browser-stream/start',
      await site.api('POST', '/browser-stream/start', { token: ada.token, body: SETUP }),
    );
    expect((await ofStream(page)).channel).toMatchObject({ is_live: true, ingest: 'waiting' });
    expect(await received<ListEvent, 'live'>(lists, 'live')).toMatchObject({ channel: { id: ada.id } });
    const { broadcastsRepository } = await import('#functions/browser-stream/table/broadcasts.repository.ts');
    const onChannelChange = vi.fn<(change: ChannelChange) => Promise<void>>();
    const table = { ...site.table, onChannelChange };
    await broadcastsRepository(table).setReceiving({ id: stream_id, channelId: ada.id });
    expect(onChannelChange.mock.calls).toMatchObject([[{ after: { ingest: 'receiving' } }]]);
    await site.api('POST', `/browser-stream/stop/${stream_id}`, { token: ada.token });
    expect((await ofStream(page)).channel).toMatchObject({ is_live: false });
    expect(await received<ListEvent, 'offline'>(lists, 'offline')).toMatchObject({ id: ada.id });
    page.close();
    lists.close();
  });

  it('receives the number of viewers when it changes', async () => {
    await goLive();
    const page = await listen(channelTopic(ada.id));
    const pass = await passTo(site, 'channel', ada.id);
    const answer = await site.api('POST', `/presence/${ada.id}`, { body: { pass } });
    expect(await received<ChannelEvent, 'viewers'>(page, 'viewers')).toEqual({
      type: 'viewers',
      viewers: 1,
      followers: 0,
    });
    // A page that missed the event has the state from this answer.
    expect(expectSuccess('POST /presence/{id}', answer).channel).toMatchObject({ id: ada.id, is_live: true });
    page.close();
  });

  it('receives nothing for a request that is refused or changes nothing', async () => {
    await goLive();
    const page = await listen(channelTopic(ada.id));
    const patch = (body: object) => site.api('PATCH', '/streamers/status', { token: ada.token, body });
    expect((await patch({ title: '' })).status).toBe(400);
    await patch({ title: 'Which hum is this?' });
    await patch({ title: 'The first change' });
    expect((await ofStream(page)).channel.title).toBe('The first change');
    page.close();
  });
});

describe('an open list', () => {
  it('receives starts and ends of broadcasts, and no other change', async () => {
    const page = await listen(LISTS_TOPIC);
    await goLive();
    const live = await received<ListEvent, 'live'>(page, 'live');
    expect(live.channel).toEqual(await visible());
    await site.api('PATCH', '/streamers/status', { token: ada.token, body: { title: 'A bearing' } });
    await streaming('stop');
    expect(await received<ListEvent, 'offline'>(page, 'offline')).toMatchObject({ id: ada.id });
    page.close();
  });
});

describe('a suspension', () => {
  async function aCase(): Promise<[TestUser, string]> {
    const [moderator, grace] = [await aModerator(site), await site.aUser()];
    expectSuccess('POST /reports', await report(site, grace, { kind: 'channel', id: ada.id }));
    return [moderator, `channel.${ada.id}`];
  }

  it.each(['live', 'off the air'])(
    'of a channel that is %s is published to all pages, and so is its end',
    async (state) => {
      if (state === 'live') await goLive();
      const [moderator, id] = await aCase();
      const [page, lists] = [await listen(channelTopic(ada.id)), await listen(LISTS_TOPIC)];
      await decided(site, moderator, id, { act: 'suspend', reason: 'spam', days: null });
      await received<ChannelEvent, 'gone'>(page, 'gone');
      const gone = await received<ListEvent, 'gone'>(lists, 'gone');
      expect(gone.id).toBe(ada.id);
      await decided(site, moderator, id, { act: 'undo' });
      expect((await ofStream(page)).channel).toEqual(await visible());
      const back = await received<ListEvent, 'shown'>(lists, 'shown');
      expect(back.channel).toEqual(await visible());
      expect(back.channel.is_live).toBe(state === 'live');
      expect(back.version).toBeGreaterThan(gone.version);
      page.close();
      lists.close();
    },
  );

  it('hides the channel’s changes while it lasts', async () => {
    await goLive();
    const [moderator, id] = await aCase();
    const page = await listen(channelTopic(ada.id));
    await decided(site, moderator, id, { act: 'suspend', reason: 'spam', days: null });
    await received<ChannelEvent, 'gone'>(page, 'gone');
    await site.deliver({ 'detail-type': 'Scheduled Event' });
    await decided(site, moderator, id, { act: 'undo' });
    const { events } = await nextBatch<ChannelEvent>(page);
    expect(events.map(({ type }) => type)).toEqual(['stream']);
    page.close();
  });

  it('removes deleted parts of a profile from open pages', async () => {
    await site.api('PUT', '/streamers/profile', { token: ada.token, body: { description: 'I sell fans' } });
    const [moderator, id] = await aCase();
    const page = await listen(channelTopic(ada.id));
    await decided(site, moderator, id, { act: 'remove', reason: 'spam' });
    expect((await ofStream(page)).channel.description).toBe('');
    page.close();
  });
});

describe('a change of a channel item', () => {
  const before = toChannel(newChannel('ada', 'ada'));
  const change = (after: Partial<typeof before> | null) => ({
    id: 'ada',
    before,
    after: after && { ...before, ...after },
    version: 7,
  });

  it.each([
    ['that is not public, nothing', {}, null, null],
    ['of viewers and followers, those', { viewers: 2, followers: 3 }, 'viewers', null],
    ['of the title, the whole', { title: 'x', viewers: 2 }, 'stream', null],
    ['to live, who lists too', { is_live: true }, 'stream', 'live'],
    ['that takes it away, that it is gone', null, 'gone', 'gone'],
  ])('publishes %s', (_, after, ofChannel, ofLists) => {
    expect(channelEvent(change(after))?.type ?? null).toBe(ofChannel);
    expect(listEvent(change(after))?.type ?? null).toBe(ofLists);
  });

  it('publishes followers without the number of viewers where that is hidden and has changed', () => {
    const { viewers: _, ...hidden } = before;
    const recounted = { ...change({}), before: hidden, after: { ...hidden, followers: 3 } };
    const event = channelEvent({ ...recounted, counted: { before: 1, after: 4711 } });
    expect(JSON.stringify(event)).toBe('{"type":"viewers","followers":3}');
    expect(channelEvent({ ...change({}), after: before, counted: { before: 1, after: 1 } })).toBeNull();
  });

  it('publishes the whole channel when a field was removed', () => {
    const metered = { ...change({}), before: { ...before, meter: { blades: 3 } } };
    expect(channelEvent(metered)?.type).toBe('stream');
  });

  it('publishes a channel to lists when it becomes visible, not when it is new', () => {
    expect(listEvent({ ...change({}), before: undefined })).toBeNull();
    expect(listEvent({ ...change({}), before: null })).toEqual({
      type: 'shown',
      channel: before,
      version: 7,
    });
  });
});

it('changes a channel during an outage of AppSync, logs the failure and publishes by the tick', async () => {
  await site.realtime!.close();
  expect((await goLive()).status).toBe(200);
  expect(await visible()).toMatchObject({ is_live: true });
  expect(site.log.entries()).toContainEqual(expect.objectContaining({ step: 'realtime.publish' }));
  const { credentials } = site.pool;
  const { port } = site.realtime!;
  const authorize = async () => ({ isAuthorized: true, ttlOverride: 0 });
  const back = await startRealtime({ credentials, port, host: 'localhost', authorize });
  try {
    const [page, lists] = [await listen(channelTopic(ada.id)), await listen(LISTS_TOPIC)];
    const reported = Promise.all([ofStream(page), received<ListEvent, 'live'>(lists, 'live')]);
    let isNotified = false;
    void reported.then(() => (isNotified = true));
    const tick = () => site.deliver({ 'detail-type': 'Scheduled Event' });
    await expect.poll(() => tick().then(() => isNotified)).toBe(true);
    const [{ channel }, live] = await reported;
    expect([channel.is_live, live.channel.id]).toEqual([true, ada.id]);
  } finally {
    await back.close();
  }
});
