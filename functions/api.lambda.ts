import { randomInt } from 'node:crypto';
import { CHAT_RATE_MESSAGES, CHAT_RATE_WINDOW_MS } from '#shared/limits.ts';
import { openTable } from './aws/table/table.ts';
import { channelNames, channelsRepository } from './channels/table/channels.repository.ts';
import { findChannelId } from './channels/table/public-channels.repository.ts';
import { readEnvironment } from './environment.ts';
import { sessionAuthenticator } from '#functions/auth/sessions/authenticator.ts';
import { httpHandler } from './http/lambda.ts';
import type { GatewayEvent, InvocationContext } from './http/gateway.ts';
import { rateCounterOf } from './limits/limits.adapters.ts';
import { stageLimits } from './limits/stage-limits.ts';
import { passSigner } from './passes/pass.signer.ts';
import { viewerOf } from './passes/passes.service.ts';
import { once } from '#functions/base/async/once.ts';
import type { HandedOver } from './realtime/announce.adapters.ts';
import { tableWithChangeEvents } from './realtime/change-events.ts';
import type { HandOverEvent } from './realtime/hand-over.ts';

const environment = readEnvironment('api');
const plainTable = openTable(environment.TABLE_NAME);

/** Lets a request answer before its events may be published. */
const loadHandOver = once(async () => {
  const { handOverTo } = await import('./realtime/hand-over.ts');
  return handOverTo(plainTable.client.config);
});
const handOver = async (due: HandedOver) => (await loadHandOver())(due);
const table = tableWithChangeEvents(plainTable, environment.REALTIME_HTTP_URL, handOver);

const channels = channelsRepository(table);
const visibleChannels = { findById: channels.findVisible };

const { viewers } = stageLimits(environment.LIMITS);
const passes = {
  signer: passSigner(environment.PASS_KEYS),
  pickAnonymousSlot: () => randomInt(viewers),
  clock: Date.now,
};

const guards = {
  authenticator: sessionAuthenticator(table, environment.TOKEN_KEYS),
  rates: rateCounterOf(table, environment),
};

/** Serves requests, and publishes what an earlier invocation has handed over. */
export const handler = async (event: GatewayEvent | HandOverEvent, context?: InvocationContext) =>
  'detail' in event ? publish(event) : serve(event, context);

async function publish({ detail }: HandOverEvent): Promise<void> {
  const [{ publishHandedOver }, { announceDeps }] = await Promise.all([
    import('./realtime/announce.service.ts'),
    import('./realtime/announce.adapters.ts'),
  ]);
  await publishHandedOver(announceDeps(table, environment.REALTIME_HTTP_URL), detail);
}

/** Each feature loads its own dependencies, because a first request concerns one feature. */
const serve = httpHandler<'api'>(environment, guards, {
  streamers: async () => {
    const { channelsApp } = await import('#functions/channels/channels.routes.ts');
    return channelsApp({ channels });
  },
  categories: async () => {
    const [{ categoriesApp }, { videoLists }, lists] = await Promise.all([
      import('./categories/categories.routes.ts'),
      import('./videos/table/video-lists.repository.ts'),
      categoryLists(),
    ]);
    return categoriesApp({ channels, videos: videoLists(table), ...lists });
  },
  follows: async () => {
    const [{ followsApp }, { followsRepository }] = await Promise.all([
      import('./follows/follows.routes.ts'),
      import('./follows/follows.repository.ts'),
    ]);
    return followsApp({ follows: followsRepository(table), clock: Date.now });
  },
  search: async () => {
    const [
      { searchApp },
      { searchRepository },
      { listCategories },
      { videoSearch },
      { clipsAndFans },
      { names, numbers },
    ] = await Promise.all([
      import('./search/search.routes.ts'),
      import('./search/search.repository.ts'),
      import('./categories/categories.service.ts'),
      import('./videos/table/video-search.repository.ts'),
      import('./composition/search-deps.ts'),
      categoryLists(),
    ]);
    return searchApp({
      index: searchRepository(table),
      names,
      categories: { list: () => listCategories({ numbers }) },
      videos: videoSearch(table),
      ...clipsAndFans(table),
    });
  },
  chat: async () => {
    const [
      { chatApp },
      { chatRepository },
      { roomReads },
      { announceToChannel },
      { announceDeps },
      { mentionsPublisher },
    ] = await Promise.all([
      import('./chat/chat.routes.ts'),
      import('./chat/chat.repository.ts'),
      import('./chat/rooms/rooms.repository.ts'),
      import('./realtime/announce.service.ts'),
      import('./realtime/announce.adapters.ts'),
      import('./realtime/person-news.service.ts'),
    ]);
    const announcing = announceDeps(table, environment.REALTIME_HTTP_URL, handOver);
    return chatApp({
      chat: chatRepository(table),
      rooms: roomReads(table),
      channels: visibleChannels,
      rate: { messages: CHAT_RATE_MESSAGES, windowMs: CHAT_RATE_WINDOW_MS },
      publish: (channelId, event) => announceToChannel(announcing, channelId, event),
      publishMentions: mentionsPublisher({ ...announcing, findId: (name) => findChannelId(table, name) }),
      clock: Date.now,
    });
  },
  passes: async () => (await import('./passes/passes.routes.ts')).passesApp(passes),
  presence: async () => {
    const [{ presenceApp }, { presenceDeps }] = await Promise.all([
      import('./presence/presence.routes.ts'),
      import('./composition/presence-deps.ts'),
    ]);
    return presenceApp(presenceDeps(table, (pass, id) => viewerOf(passes, { kind: 'channel', id }, pass)));
  },
  realtime: async () => {
    const { realtimeApp } = await import('./realtime/realtime.routes.ts');
    return realtimeApp({
      endpoint: environment.REALTIME_URL,
      region: table.client.config.region,
    });
  },
  'openapi.json': async () => (await import('./openapi/openapi.routes.ts')).openapiApp(),
});

async function categoryLists() {
  const { categoryNumbersRepository } = await import('./categories/categories.repository.ts');
  return { numbers: categoryNumbersRepository(table), names: channelNames(table) };
}
