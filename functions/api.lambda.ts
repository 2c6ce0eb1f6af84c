import { ulid } from 'ulid';
import { CHAT_RATE_MESSAGES, CHAT_RATE_WINDOW_MS } from '../shared/limits.ts';
import { openTable } from './aws/table.ts';
import { broadcastReads } from './browser-stream/table/broadcast-reads.repository.ts';
import { segmentReads } from './browser-stream/table/segments.repository.ts';
import { livePlaylistApp, renditionPlaylistApp } from './browser-stream/playlist/live-playlist.routes.ts';
import { categoriesApp } from './categories/categories.routes.ts';
import { listCategories } from './categories/categories.service.ts';
import { categoryNumbersRepository } from './channels/table/categories.repository.ts';
import { channelsRepository } from './channels/table/channels.repository.ts';
import { detailsRepository } from './channels/table/details.repository.ts';
import { channelNames } from './channels/table/names.repository.ts';
import { viewersRepository } from './channels/table/viewers.repository.ts';
import { chatRepository } from './chat/chat.repository.ts';
import { chatApp } from './chat/chat.routes.ts';
import { readEnvironment } from './environment.ts';
import { followsRepository } from './follows/follows.repository.ts';
import { followsApp } from './follows/follows.routes.ts';
import { httpHandler } from './http/lambda.ts';
import { openapiApp } from './openapi/openapi.routes.ts';
import { presenceRepository } from './presence/presence.repository.ts';
import { presenceApp } from './presence/presence.routes.ts';
import { announcing, appsyncPublisher } from './realtime/realtime.appsync.ts';
import { realtimeApp } from './realtime/realtime.routes.ts';
import { searchRepository } from './search/search.repository.ts';
import { searchApp } from './search/search.routes.ts';
import { streamersApp } from './streamers/streamers.routes.ts';
import { videoLists } from './videos/table/video-lists.repository.ts';
import { videoSearch } from './videos/table/video-search.repository.ts';

const environment = readEnvironment('api');
const table = openTable(environment.TABLE_NAME);

const channels = channelsRepository(table);
const numbers = categoryNumbersRepository(table);
const names = channelNames(table);
const cameraReads = { ...table, isConsistent: false };
const playlists = {
  broadcasts: { ...broadcastReads(cameraReads), ...segmentReads(cameraReads) },
  clock: Date.now,
};
const { region, credentials } = table.client.config;

export const handler = httpHandler<'api'>(environment, {
  streamers: streamersApp({ channels, details: detailsRepository(table) }),
  categories: categoriesApp({ channels, numbers, videos: videoLists(table), names }),
  follows: followsApp({ follows: followsRepository(table), clock: Date.now }),
  search: searchApp({
    index: searchRepository(table),
    names,
    categories: { list: () => listCategories({ numbers }) },
    videos: videoSearch(table),
  }),
  chat: chatApp({
    chat: chatRepository(table),
    channels,
    rate: { messages: CHAT_RATE_MESSAGES, windowMs: CHAT_RATE_WINDOW_MS },
    announce: announcing(appsyncPublisher({ url: environment.REALTIME_HTTP_URL, region, credentials })),
    newId: ulid,
    clock: Date.now,
  }),
  presence: presenceApp({
    presence: presenceRepository(table),
    channels,
    raiseViewers: viewersRepository(table).raiseViewers,
    random: Math.random,
    clock: Date.now,
  }),
  realtime: realtimeApp({
    endpoint: environment.REALTIME_URL,
    apiKey: environment.REALTIME_API_KEY,
    region,
  }),
  'openapi.json': openapiApp(),
  'GET /browser-stream/{stream_id}/live.m3u8': livePlaylistApp(playlists),
  'GET /browser-stream/{stream_id}/live/{playlist}': renditionPlaylistApp(playlists),
});
