import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ulid } from 'ulid';
import { CHAT_RATE_MESSAGES, CHAT_RATE_WINDOW_MS } from '../shared/limits.ts';
import { openTable } from './aws/table/table.ts';
import { broadcastReads } from './browser-stream/table/broadcast-reads.repository.ts';
import { rememberSegments } from './browser-stream/table/remembered-segments.ts';
import { segmentFinder, segmentReads } from './browser-stream/table/segments.repository.ts';
import { categoryNumbersRepository } from './channels/table/categories.repository.ts';
import { channelsRepository } from './channels/table/channels.repository.ts';
import { channelNames } from './channels/table/names.repository.ts';
import { viewersRepository } from './channels/table/viewers.repository.ts';
import { batchesRepository } from './chat/batches.repository.ts';
import { chatRepository } from './chat/chat.repository.ts';
import { readEnvironment } from './environment.ts';
import { followsRepository } from './follows/follows.repository.ts';
import { httpHandler } from './http/lambda.ts';
import { addressCounter } from './limits/limits.adapters.ts';
import { stageLimits } from './limits/stage-limits.ts';
import { passSigner } from './passes/pass.signer.ts';
import { viewerOf } from './passes/passes.service.ts';
import { presenceRepository } from './presence/presence.repository.ts';
import { searchRepository } from './search/search.repository.ts';
import { videoLists } from './videos/table/video-lists.repository.ts';
import { videoSearch } from './videos/table/video-search.repository.ts';

const environment = readEnvironment('api');
const table = openTable(environment.TABLE_NAME);

const channels = channelsRepository(table);
const numbers = categoryNumbersRepository(table);
const names = channelNames(table);
const cameraReads = { ...table, isConsistent: false };
const broadcasts = { ...broadcastReads(cameraReads), ...segmentReads(cameraReads) };
const playlists = { broadcasts, clock: Date.now };
const renditions = {
  broadcasts: rememberSegments(broadcasts, segmentFinder(cameraReads)),
  clock: Date.now,
};

const { viewers } = stageLimits(environment.LIMITS);
const passes = {
  signer: passSigner(environment.PASS_KEYS),
  pickSeat: () => randomInt(viewers),
  clock: Date.now,
};

const asked = { table, rates: addressCounter(table, environment) };

export const handler = httpHandler<'api'>(environment, asked, {
  streamers: async () => {
    const { streamersApp } = await import('./streamers/streamers.routes.ts');
    return streamersApp({ channels });
  },
  categories: async () => {
    const { categoriesApp } = await import('./categories/categories.routes.ts');
    return categoriesApp({ channels, numbers, videos: videoLists(table), names });
  },
  follows: async () => {
    const { followsApp } = await import('./follows/follows.routes.ts');
    return followsApp({ follows: followsRepository(table), clock: Date.now });
  },
  search: async () => {
    const { searchApp } = await import('./search/search.routes.ts');
    const { listCategories } = await import('./categories/categories.service.ts');
    return searchApp({
      index: searchRepository(table),
      names,
      categories: { list: () => listCategories({ numbers }) },
      videos: videoSearch(table),
    });
  },
  chat: async () => {
    const { chatApp } = await import('./chat/chat.routes.ts');
    const { announce } = await import('./chat/announce.service.ts');
    const { announcing, appsyncPublisher } = await import('./realtime/realtime.appsync.ts');
    const announcePorts = {
      batches: batchesRepository(table),
      publish: appsyncPublisher({ ...table.client.config, url: environment.REALTIME_HTTP_URL }),
      clock: Date.now,
      sleep,
    };
    return chatApp({
      chat: chatRepository(table),
      channels,
      rate: { messages: CHAT_RATE_MESSAGES, windowMs: CHAT_RATE_WINDOW_MS },
      announce: announcing((channelId, message) => announce(announcePorts, channelId, message)),
      newId: ulid,
      clock: Date.now,
    });
  },
  passes: async () => (await import('./passes/passes.routes.ts')).passesApp(passes),
  presence: async () => {
    const { presenceApp } = await import('./presence/presence.routes.ts');
    return presenceApp({
      presence: presenceRepository(table),
      channels,
      raiseViewers: viewersRepository(table).raiseViewers,
      viewerOf: (pass, id) => viewerOf(passes, { kind: 'channel', id }, pass),
      clock: Date.now,
    });
  },
  realtime: async () => {
    const { realtimeApp } = await import('./realtime/realtime.routes.ts');
    return realtimeApp({
      endpoint: environment.REALTIME_URL,
      region: table.client.config.region,
    });
  },
  'openapi.json': async () => (await import('./openapi/openapi.routes.ts')).openapiApp(),
  'GET /browser-stream/{stream_id}/live.m3u8': async () =>
    (await import('./browser-stream/playlist/live-playlist.routes.ts')).livePlaylistApp(playlists),
  'GET /browser-stream/{stream_id}/live/{playlist}': async () =>
    (await import('./browser-stream/playlist/live-playlist.routes.ts')).renditionPlaylistApp(renditions),
});
