import { noCosts } from '../no-costs.ts';
import { accountSettings } from '#functions/auth/email/email.service.ts';
import { emailCodesRepository } from '#functions/auth/table/email-codes.repository.ts';
import { exportsRepository } from '#functions/auth/export/exports.repository.ts';
import { secondFactorsRepository } from '#functions/auth/table/second-factors.repository.ts';
import { twoFactorState } from '#functions/auth/two-factor/two-factor.service.ts';
import { accountsRepository } from '#functions/auth/table/accounts.repository.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { FIRST_COMPATIBLE_PAGE } from '#shared/live/browser-stream.ts';
import { findRewind, type RewindDeps, rewindPage } from '#functions/browser-stream/rewind/rewind.service.ts';
import { liveCaptionReads } from '#functions/browser-stream/table/live-captions.repository.ts';
import { captionsOfSlot, subtitles } from '#functions/browser-stream/captions/live-captions.service.ts';
import { listLatestCues } from '#functions/browser-stream/captions/moderate-captions.service.ts';
import { liveCaptionsDeps } from '#functions/composition/live-captions-deps.ts';
import { captionSlot } from '#shared/plain/captions/live-captions.ts';
import { windowReads } from '#functions/browser-stream/rewind/window-reads.repository.ts';
import { livePlaylist, renditionPlaylist } from '#functions/browser-stream/playlist/live-playlist.service.ts';
import { broadcastReads } from '#functions/browser-stream/table/broadcast-reads.repository.ts';
import { withSegmentCache } from '#functions/browser-stream/table/segment-cache.ts';
import { segmentFinder, segmentReads } from '#functions/browser-stream/table/segments.repository.ts';
import { getCategory, listCategories, listCategoryVideos } from '#functions/categories/categories.service.ts';
import { categoryNumbersRepository, findUsedCategory } from '#functions/categories/categories.repository.ts';
import { channelsRepository } from '#functions/channels/table/channels.repository.ts';
import { findChannelId, findVisibleChannel } from '#functions/channels/table/public-channels.repository.ts';
import { channelNames } from '#functions/channels/table/channels.repository.ts';
import { listMessages } from '#functions/chat/chat.service.ts';
import { hiddenPeopleRepository } from '#functions/hidden-people/hidden-people.repository.ts';
import { listHidden } from '#functions/hidden-people/hidden-people.service.ts';
import { listActs } from '#functions/chat/rooms/acts/acts.service.ts';
import { roomsDeps } from '#functions/composition/rooms-deps.ts';
import { listSanctions } from '#functions/chat/rooms/people.service.ts';
import { listBlockedWords } from '#functions/chat/rooms/blocked-words.service.ts';
import { getOwnPlace, getRoom } from '#functions/chat/rooms/rooms.service.ts';
import { replaysDeps } from '#functions/composition/replays-deps.ts';
import { replayChat } from '#functions/replays/replays.service.ts';
import { remindersRepository } from '#functions/schedules/reminders/reminders.repository.ts';
import { listReminders } from '#functions/schedules/reminders/reminders.service.ts';
import { schedulesRepository } from '#functions/schedules/schedules.repository.ts';
import { channelCalendar, listPlans, upcomingOf } from '#functions/schedules/schedules.service.ts';
import { sessionsRepository } from '#functions/auth/table/sessions.repository.ts';
import { feedOf, sitemap, sitemaps } from '#functions/feeds/feeds.service.ts';
import { sitemapRepository } from '#functions/feeds/sitemap.repository.ts';
import { robots } from '#functions/feeds/sitemap.ts';
import { followsRepository } from '#functions/follows/follows.repository.ts';
import { followedChannels } from '#functions/follows/follows.service.ts';
import { moderationDeps } from '#functions/moderation/moderation.deps.ts';
import { getCase, listCases } from '#functions/moderation/moderation.service.ts';
import { openPage } from '#functions/pages/pages.service.ts';
import { searchRepository } from '#functions/search/search.repository.ts';
import { listRemovals } from '#functions/moderation/reports/reports.service.ts';
import { search, suggest } from '#functions/search/search.service.ts';
import { getChannel } from '#functions/channels/channels.service.ts';
import { streamingRepository } from '#functions/streaming/table/streaming.repository.ts';
import { streamStatus } from '#functions/streaming/streaming.service.ts';
import { findOpenVideo } from '#functions/videos/table/open-video.repository.ts';
import { logRepository } from '#functions/moderation/transparency/log.repository.ts';
import { uploadsRepository } from '#functions/videos/uploads/uploads.repository.ts';
import { videoLists } from '#functions/videos/table/video-lists.repository.ts';
import { clipsAndFans } from '#functions/composition/search-deps.ts';
import { videoSearch } from '#functions/videos/table/video-search.repository.ts';
import type { StoredClip } from '#functions/clips/clip.ts';
import { clipsRepository } from '#functions/clips/clips.repository.ts';
import { clipSettings, getClip, listClips } from '#functions/clips/clips.service.ts';
import { findOpenClip } from '#functions/clips/open-clip.repository.ts';
import { clipsAround } from '#functions/clips/clips-around.repository.ts';
import { broadcastFigures } from '#functions/stream-health/figures.service.ts';
import { streamHealth } from '#functions/stream-health/stream-health.service.ts';
import { streamReceipt } from '#functions/streaming/receipt.service.ts';
import { endedAirings } from '#functions/streaming/table/airings.repository.ts';
import type { Broadcast } from '#functions/browser-stream/broadcast.ts';
import { receiptDeps } from '#functions/composition/receipt-deps.ts';
import { streamHealthDeps } from '#functions/composition/stream-health-deps.ts';
import {
  captionedPlaylist,
  captionsFile,
  captionsPlaylist,
} from '#functions/videos/captions/captioned.service.ts';
import { videosRepository } from '#functions/videos/table/videos.repository.ts';
import { getVideo, latestVideos, listVideos } from '#functions/videos/videos.service.ts';
import type { RouteName } from '#shared/contract.ts';
import { CHAT_LIMIT_DEFAULT, CHAT_LIMIT_MAX, PAGE_LIMIT_DEFAULT } from '#shared/limits.ts';
import { COMPATIBLE_ID, DIRECT_ID } from './broadcast-items.ts';
import { fanReads, fanVariants } from './fan-items.ts';
import { libraryReads } from './library-reads.ts';
import { newsReads } from './reader-news.ts';
import { REPORTED_CASE } from './moderation-items.ts';
import type { Reader } from './table-for-reads.ts';
import type { UnitsOf } from '../table/read-units.ts';

/** Every GET but that of real time, which reads nothing, and its streamer's look at a broadcast, which reads it alone. */
type Route = Exclude<
  Extract<RouteName, `GET /${string}`>,
  'GET /realtime' | 'GET /browser-stream/{stream_id}'
>;

type Read = () => Promise<unknown>;

const page = { limit: PAGE_LIMIT_DEFAULT, cursor: undefined };
/** There are as many live channels, and as many of them in the category, at a hundred channels too. */
const HALF_A_PAGE = { ...page, limit: PAGE_LIMIT_DEFAULT / 2 };

/** What each route that reads costs, in units, for somebody as the caller who asks for what is theirs. */
export async function readCosts(
  table: Table,
  unitsOf: UnitsOf,
  reader: Reader,
): Promise<Record<string, number>> {
  const reads = {
    ...readsOf(table, reader),
    ...playlistsOf(table),
    ...(await variantsOf(table)),
    ...pagesOf(table, reader),
  };
  const units: Record<string, number> = {};
  for (const [name, read] of Object.entries(reads)) units[name] = await unitsOf(read);
  return units;
}

type PlaylistRoute = Extract<Route, `GET /browser-stream/${string}`>;

function readsOf(
  table: Table,
  { id, username, followedId, replayId, videoId, uploadId, clipId }: Reader,
): Record<Exclude<Route, PlaylistRoute>, Read> {
  const channels = channelsRepository(table);
  const current = { findById: channels.findCurrent };
  const numbers = categoryNumbersRepository(table);
  const follows = followsRepository(table);
  const videos = videosRepository(table);
  const names = channelNames(table);
  const clock = Date.now;
  const rooms = roomsDeps(table, { channels, publish: async () => {}, clock });
  const planning = {
    schedules: schedulesRepository(table),
    reminders: remindersRepository(table),
    channels,
    announce: async () => {},
    clock,
  };
  return {
    'GET /auth/account': () => accountSettings(addresses(table), id),
    'GET /auth/me': () => accountsRepository(table).findById(id),
    'GET /auth/export': () => exportsRepository(table).find(id),
    'GET /auth/sessions': () => sessionsRepository(table).find(id),
    'GET /auth/two-factor': () =>
      twoFactorState({ secondFactors: secondFactorsRepository(table, 'any') }, id),
    'GET /streamers': () => channels.list({ ...page }),
    'GET /streamers/{username}': () => getChannel({ channels }, username),
    'GET /categories': () => listCategories({ numbers }),
    'GET /categories/{id}': () => getCategory({ numbers }, 'Hand fans'),
    'GET /categories/{id}/streamers': () => channels.listCategory('box-fans', HALF_A_PAGE),
    'GET /categories/{id}/videos': () => listCategoryVideos({ videos, names }, 'box-fans', page),
    'GET /follows': () => followedChannels({ follows, clock: Date.now }, id),
    'GET /follows/{id}': () => follows.find(id, followedId),
    'GET /search': () => search(searching(table), 'fan'),
    'GET /search/suggestions': () => suggest(searching(table), 'fan'),
    'GET /chat/{id}': () => listMessages(rooms, id, { limit: CHAT_LIMIT_DEFAULT }),
    'GET /stream-health': () => streamHealth(onTheAir(table), id),
    'GET /stream-health/figures/{stream_id}': () => broadcastFigures(afterwards(table, id), id, DIRECT_ID),
    ...newsReads(table, id),
    ...libraryReads(table, id, videoId),
    'GET /rooms/{id}': () => getRoom(rooms, id),
    'GET /rooms/{id}/me': () => getOwnPlace(rooms, id, followedId),
    'GET /rooms/{id}/sanctions': () => listSanctions(rooms, id, id, undefined),
    'GET /rooms/{id}/acts': () => listActs(rooms, id, id, undefined),
    'GET /rooms/{id}/words': () => listBlockedWords(rooms, id, id),
    'GET /hidden-people': () => listHidden({ hidden: hiddenPeopleRepository(table), channels }, id),
    'GET /replays/{id}/chat': () =>
      replayChat(replaysDeps(table), undefined, { id: replayId, limit: CHAT_LIMIT_MAX }),
    'GET /schedules': () => listPlans(planning, id),
    'GET /schedules/{channel_id}': () => upcomingOf(planning, id, 5),
    'GET /schedules/calendars/{username}': () => channelCalendar(planning, username),
    'GET /schedules/{channel_id}/reminders': () => listReminders(planning, id, id),
    ...fanReads(table, id, videoId),
    ...feedsOf(table, username),
    'GET /streaming/status': () =>
      streamStatus({ streams: streamingRepository(table), channels: current, costs: noCosts }, id),
    'GET /streaming/receipt': () => streamReceipt(receiptOfEnded(table), id),
    'GET /videos': () => listVideos({ videos }, undefined, { ...page, channel: id }),
    'GET /videos/latest': () => latestVideos({ videos, names }, page),
    'GET /videos/{id}': () => getVideo({ videos }, undefined, videoId),
    ...captionedOf(videos, videoId),
    ...clipsOf(table, id, clipId),
    ...moderationReads(table, id),
    'GET /videos/upload/{upload_id}': () =>
      uploadsRepository(table).find({ channelId: id, uploadId }, clock()),
  };
}

function captionedOf(videos: ReturnType<typeof videosRepository>, id: string) {
  const language = 'en';
  const captions = [{ language, label: 'English', url: '/media/en.vtt' }];
  const find = async (videoId: string) => ({ ...(await videos.find(videoId))!, captions });
  const mediaFiles = { read: async () => '', readRange: async () => new Uint8Array() };
  const deps = { videos: { find }, mediaFiles };
  return {
    'GET /videos/{id}/captioned.m3u8': () => captionedPlaylist(deps, id),
    'GET /videos/{id}/captioned/{playlist}': () => captionsPlaylist(deps, { id, language }),
    'GET /videos/{id}/captioned/subtitles/{file}': () => captionsFile(deps, { id, language, ticks: 0 }),
  };
}

function clipsOf(table: Table, id: string, clipId: string) {
  const ports = {
    clips: clipsRepository(table),
    around: (clips: readonly StoredClip[]) => clipsAround(table, clips),
  };
  return {
    'GET /clips': () => listClips(ports, undefined, { ...page, channel: id }),
    'GET /clips/settings': () => clipSettings(ports, id),
    'GET /clips/{id}': () => getClip(ports, undefined, clipId),
  };
}

/** Of a broadcast of the last hour. */
const afterwards = (table: Table, channelId: string) => {
  const untilMs = Date.now();
  const ended = { channelId, fromMs: untilMs - 60 * 60_000, untilMs, newFollowers: 0 };
  return { ...streamHealthDeps(table, streamingRepository(table)), findEnded: async () => ended };
};

const receiptOfEnded = (table: Table) => {
  const { findReplay } = receiptDeps(table, noCosts);
  const counts = { newFollowers: 0, lastViewers: 0 };
  const outcome = { endedBy: 'streamer', onAirSinceMs: 1, receivedMs: 1, ...counts } as const;
  const airing = { startedAtMs: 1, endedAtMs: 2, title: '', game: '', tags: [], keepsReplay: true, outcome };
  const listed = async (channelId: string, byMs: number) => {
    await endedAirings(table, channelId, byMs);
    return [{ ...airing, streamId: undefined }];
  };
  return { endedAirings: listed, findReplay, costs: noCosts, clock: Date.now };
};

/** As of somebody who is live from the camera, which reads most. */
const onTheAir = (table: Table) => {
  const startedAtMs = Date.now() - 60 * 60_000;
  const streams = streamingRepository(table);
  return {
    ...streamHealthDeps(table, streams),
    streams: { find: async (id: string) => ({ ...(await streams.find(id)), live: undefined }) },
    broadcasts: {
      findLatest: async () => {
        await broadcastReads({ ...table, isConsistent: true }).find(DIRECT_ID);
        return { id: DIRECT_ID, startedAtMs, way: 'direct', state: 'live' } as Broadcast;
      },
    },
  };
};
/** A moderator's, and those of the public log. */
function moderationReads(table: Table, id: string) {
  const real = moderationDeps({ table, clock: Date.now, publishRemoval: async () => {} });
  const isModerator = async (asked: string) => {
    await real.people.isModerator(asked);
    return true;
  };
  const ports = { ...real, people: { ...real.people, isModerator } };
  const log = logRepository(table);
  return {
    'GET /moderation/cases': () => listCases(ports, id, 'open', undefined),
    'GET /moderation/decided': () => listCases(ports, id, 'decided', undefined),
    'GET /moderation/cases/{case_id}': () => getCase(ports, id, REPORTED_CASE),
    'GET /reports/removals/{id}': () => listRemovals(ports, id, REPORTED_CASE.slice('video.'.length)),
    'GET /transparency': () => log.summary(),
    'GET /transparency/entries': () => log.entries(0, PAGE_LIMIT_DEFAULT),
    'GET /transparency/days': () => log.days(PAGE_LIMIT_DEFAULT),
  };
}

/** Those of the camera's broadcasts, as a Lambda reads them that has not read them before; and again, as with each second. */
function playlistsOf(table: Table): Record<PlaylistRoute, Read> & Record<string, Read> {
  const reads = { ...table, isConsistent: false };
  const broadcasts = { ...broadcastReads(reads), ...segmentReads(reads), ...windowReads(reads) };
  const ports = { broadcasts, clock: Date.now };
  const remembering = { ...ports, broadcasts: withSegmentCache(broadcasts, segmentFinder(reads)) };
  const rendition = () => renditionPlaylist(remembering, DIRECT_ID, 'main');
  return {
    'GET /browser-stream/{stream_id}/live.m3u8': () => livePlaylist(ports, DIRECT_ID),
    'GET /browser-stream/{stream_id}/live/{playlist}': rendition,
    'GET /browser-stream/{stream_id}/live/{playlist}, again': rendition,
    'GET /browser-stream/{stream_id}/live.m3u8, compatible': () => livePlaylist(ports, COMPATIBLE_ID),
    ...captionReads(table),
    ...rewindReads(ports),
  };
}

const CAPTIONED_AT_MS = Date.now() - 60_000;

/** Captions of a minute ago. */
function captionReads(table: Table) {
  const reads = { ...table, isConsistent: false };
  const ports = { broadcasts: broadcastReads(reads), captions: liveCaptionReads(reads), clock: Date.now };
  const streamId = DIRECT_ID;
  const rates = { count: async () => undefined };
  const moderated = {
    ...liveCaptionsDeps({ table, url: 'http://localhost', rates }),
    requireModerator: async () => undefined,
  };
  return {
    'GET /browser-stream/{stream_id}/captions': () => listLatestCues(moderated, '', streamId),
    'GET /browser-stream/{stream_id}/live/captions/{slot}': () =>
      captionsOfSlot(ports, { streamId, slot: captionSlot(CAPTIONED_AT_MS) }),
    'GET /browser-stream/{stream_id}/live/subtitles/{file}': async () => {
      const { startedAtMs } = (await ports.broadcasts.find(streamId))!;
      const fromMs = CAPTIONED_AT_MS - startedAtMs;
      return subtitles(
        { ...ports, broadcasts: { find: async () => ({ id: streamId, startedAtMs }) as Broadcast } },
        { streamId, fromMs, untilMs: fromMs + 1000 },
      );
    },
  };
}

/** How far broadcasts can be rewound, and pages that are whole. */
function rewindReads(ports: RewindDeps) {
  const page = (streamId: string, page: number) => () =>
    rewindPage(ports, { streamId, page, rendition: 'main' });
  return {
    'GET /browser-stream/{stream_id}/rewind': () => findRewind(ports, DIRECT_ID),
    'GET /browser-stream/{stream_id}/rewind, compatible': () => findRewind(ports, COMPATIBLE_ID),
    'GET /browser-stream/{stream_id}/rewind/{page}/{playlist}': page(DIRECT_ID, 0),
    'GET /browser-stream/{stream_id}/rewind/{page}/{playlist}, later': page(DIRECT_ID, 1),
    'GET /browser-stream/{stream_id}/rewind/{page}/{playlist}, compatible': page(
      COMPATIBLE_ID,
      FIRST_COMPATIBLE_PAGE,
    ),
  };
}

/** What some of the routes cost when they are asked otherwise. */
async function variantsOf(table: Table): Promise<Record<string, Read>> {
  const channels = channelsRepository(table);
  const { next } = await channels.list({ ...HALF_A_PAGE });
  return {
    'GET /streamers?live=true': () => channels.list({ ...page, live: true }),
    'GET /streamers?live=false': () => channels.list({ ...page, live: false }),
    'GET /streamers?order=followers': () => channels.list({ ...page, order: 'followers' }),
    'GET /streamers?order=newest': () => channels.list({ ...page, order: 'newest' }),
    'GET /streamers, a second page': () => channels.list({ ...HALF_A_PAGE, cursor: next }),
    'GET /search, a word that is one letter off': () => search(searching(table), 'brasss'),
    'GET /search, an unknown word': () => search(searching(table), 'nobody'),
    ...fanVariants(table),
  };
}

function feedsOf(table: Table, username: string): Record<Extract<Route, `GET /feeds/${string}`>, Read> {
  const ports = {
    siteUrl: 'https://fanfare.example',
    channels: channelsRepository(table),
    listVideos: async (channelId: string, limit: number) =>
      (await videoLists(table).list({ channelId, list: 'listed', limit, cursor: undefined })).items,
    sitemap: sitemapRepository(table),
    clock: Date.now,
  };
  return {
    'GET /feeds/channels/{username}': () => feedOf(ports, username),
    'GET /feeds/sitemap': () => sitemaps(ports),
    'GET /feeds/sitemap/{part}': () => sitemap(ports, '2026-11-20'),
    'GET /feeds/robots': async () => robots(ports.siteUrl),
  };
}

/** What the CDN asks for beside the routes of the contract. */
function pagesOf(table: Table, { username, videoId, clipId }: Reader): Record<string, Read> {
  const ports = {
    siteUrl: 'https://fanfare.example',
    findChannelId: (name: string) => findChannelId(table, name),
    findVisibleChannel: (id: string) => findVisibleChannel(table, id),
    findCategory: (id: string) => findUsedCategory(table, id),
    findOpenVideo: (id: string) => findOpenVideo(table, id),
    findOpenClip: (id: string) => findOpenClip(table, id),
    readDocument: async () => '',
    report: (_: string, error: unknown) => {
      throw error;
    },
  };
  return {
    'the page of a channel': () => openPage(ports, `/channel/${username}`, 'index.html'),
    'the page of a video': () => openPage(ports, `/channel/${username}/video/${videoId}`, 'index.html'),
    'the page of a clip': () => openPage(ports, `/clip/${clipId}`, 'index.html'),
    'the page of a missing channel': () => openPage(ports, '/channel/nobody_here', 'index.html'),
    'the page of one of the ten categories': () => openPage(ports, '/category/Ceiling%20Fans', 'index.html'),
    'the page of another category': () => openPage(ports, '/category/Fog', 'index.html'),
    'a page that cannot be': () => openPage(ports, '/channel/%zz', 'index.html'),
  };
}

const addresses = (table: Table) => ({
  accounts: accountsRepository(table),
  codes: emailCodesRepository(table),
  mail: { canSend: true, send: async () => {}, noteArrival: async () => {} },
  clock: Date.now,
});

function searching(table: Table) {
  const numbers = categoryNumbersRepository(table);
  return {
    index: searchRepository(table),
    names: channelNames(table),
    categories: { list: () => listCategories({ numbers }) },
    videos: videoSearch(table),
    ...clipsAndFans(table),
  };
}
