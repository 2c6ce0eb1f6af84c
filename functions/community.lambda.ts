import type { ChannelEvent } from '#shared/live/channel-events.ts';
import { openTable } from './aws/table/table.ts';
import { channelsRepository } from './channels/table/channels.repository.ts';
import { readEnvironment } from './environment.ts';
import { sessionAuthenticator } from '#functions/auth/sessions/authenticator.ts';
import { httpHandler } from './http/lambda.ts';
import { rateCounterOf } from './limits/limits.adapters.ts';
import { tableWithChangeEvents } from './realtime/change-events.ts';

const environment = readEnvironment('community');
const table = tableWithChangeEvents(openTable(environment.TABLE_NAME), environment.REALTIME_HTTP_URL);

const channels = channelsRepository(table);
const visibleChannels = { ...channels, findById: channels.findVisible };

const guards = {
  authenticator: sessionAuthenticator(table, environment.TOKEN_KEYS),
  rates: rateCounterOf(table, environment),
};

/** Each feature loads its own dependencies, because a first request concerns one feature. */
export const handler = httpHandler<'community'>(environment, guards, {
  replays: async () => {
    const [{ replaysApp }, { replaysDeps }] = await Promise.all([
      import('./replays/replays.routes.ts'),
      import('./composition/replays-deps.ts'),
    ]);
    return replaysApp(replaysDeps(table));
  },
  rooms: async () => {
    const [{ roomsApp }, { roomsDeps }, publish] = await Promise.all([
      import('./chat/rooms/rooms.routes.ts'),
      import('./composition/rooms-deps.ts'),
      channelPublisher(),
    ]);
    return roomsApp(roomsDeps(table, { channels: visibleChannels, publish, clock: Date.now }));
  },
  'hidden-people': async () => {
    const [{ hiddenPeopleApp }, { hiddenPeopleRepository }] = await Promise.all([
      import('./hidden-people/hidden-people.routes.ts'),
      import('./hidden-people/hidden-people.repository.ts'),
    ]);
    return hiddenPeopleApp({ hidden: hiddenPeopleRepository(table), channels });
  },
  library: async () => {
    const [{ libraryApp }, { libraryDeps }] = await Promise.all([
      import('./library/library.routes.ts'),
      import('./composition/library-deps.ts'),
    ]);
    return libraryApp(libraryDeps(table));
  },
  news: async () => {
    const [{ newsApp }, { newsKeys }, { findVisibleByIds }, { bellsRepository }, tables] = await Promise.all([
      import('./news/news.routes.ts'),
      import('./news/news-keys.ts'),
      import('./videos/table/visible-by-ids.repository.ts'),
      import('./follows/bells.repository.ts'),
      newsTables(),
    ]);
    return newsApp({
      ...tables,
      bells: bellsRepository(table),
      findVisible: findVisibleByIds(table),
      findOwn: channels.findById,
      keys: newsKeys(environment.NEWS_KEYS),
      pushOrigins: environment.PUSH_ORIGINS,
      clock: Date.now,
    });
  },
  reports: async () => {
    const [{ reportsApp }, { reportsDeps }, { visibleClipFinder }] = await Promise.all([
      import('./moderation/reports/reports.routes.ts'),
      import('./moderation/moderation.deps.ts'),
      import('./clips/clips-around.repository.ts'),
    ]);
    const findClip = visibleClipFinder(table);
    return reportsApp(reportsDeps({ table, rates: guards.rates, findClip, clock: Date.now }));
  },
  moderation: async () => {
    const [{ moderationApp }, { moderationDeps }, publish] = await Promise.all([
      import('./moderation/moderation.routes.ts'),
      import('./moderation/moderation.deps.ts'),
      channelPublisher(),
    ]);
    const publishRemoval = (channelId: string, id: string) =>
      publish(channelId, { type: 'removed', ids: [id] });
    return moderationApp(moderationDeps({ table, publishRemoval, clock: Date.now }));
  },
  transparency: async () => {
    const [{ transparencyApp }, { logRepository }] = await Promise.all([
      import('./moderation/transparency/transparency.routes.ts'),
      import('./moderation/transparency/log.repository.ts'),
    ]);
    return transparencyApp({ log: logRepository(table) });
  },
  schedules: async () => {
    const [{ schedulesApp }, { schedulesDeps }] = await Promise.all([
      import('./schedules/schedules.routes.ts'),
      import('./composition/schedules-deps.ts'),
    ]);
    return schedulesApp(schedulesDeps(table, channels, environment.REALTIME_HTTP_URL));
  },
  fans: async () => {
    const [{ fansApp }, { fansDeps }] = await Promise.all([
      import('./fans/fans.routes.ts'),
      import('./composition/fans-deps.ts'),
    ]);
    return fansApp(fansDeps(table, channels));
  },
  playback: async () => (await import('./playback/playback.routes.ts')).playbackApp(Date.now),
  feeds: async () => {
    const [{ feedsApp }, { sitemapRepository }, { videoLists }] = await Promise.all([
      import('./feeds/feeds.routes.ts'),
      import('./feeds/sitemap.repository.ts'),
      import('./videos/table/video-lists.repository.ts'),
    ]);
    const videos = videoLists(table);
    return feedsApp({
      siteUrl: environment.SITE_URL,
      channels,
      listVideos: async (channelId, limit) => (await videos.list({ channelId, list: 'listed', limit })).items,
      sitemap: sitemapRepository(table),
      clock: Date.now,
    });
  },
});

/** Never throws. */
async function channelPublisher() {
  const [{ announceDeps }, { announceToChannel }] = await Promise.all([
    import('./realtime/announce.adapters.ts'),
    import('./realtime/announce.service.ts'),
  ]);
  const announcing = announceDeps(table, environment.REALTIME_HTTP_URL);
  return (channelId: string, event: ChannelEvent) => announceToChannel(announcing, channelId, event);
}

async function newsTables() {
  const [{ noticesRepository }, { preferencesRepository }, { entriesRepository }, { refusalsIn }] =
    await Promise.all([
      import('./news/table/notices.repository.ts'),
      import('./news/table/preferences.repository.ts'),
      import('./news/table/entries.repository.ts'),
      import('./chat/rooms/refused-authors.ts'),
    ]);
  return {
    notices: noticesRepository(table),
    preferences: preferencesRepository(table),
    entries: entriesRepository(table),
    findRefusals: refusalsIn(table),
  };
}
