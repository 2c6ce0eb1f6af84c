import { PAGE_HEADER } from '#functions/pages/page-header.ts';
import type { RouteContract } from '#shared/base/route.ts';
import { contract, type RouteName } from '#shared/contract.ts';
import { CHAT_LIMIT_MAX, PAGE_LIMIT_DEFAULT } from '#shared/limits.ts';
import { FIRST_COMPATIBLE_PAGE } from '#shared/live/browser-stream.ts';
import { captionSlot } from '#shared/plain/captions/live-captions.ts';
import { MINUTE_MS } from '#shared/plain/time.ts';
import { measureNewClients } from '../table/read-units.ts';
import { compatibleId, directId } from './broadcast-items.ts';
import { fanIdOf } from './fan-items.ts';
import { REPORTED_CASE } from './moderation-items.ts';
import { startSiteForReads, type Reader, type SiteForReads } from './site-for-reads.ts';
import { STATISTICS_START_MS } from './statistics-items.ts';

type Read = readonly [units: number, path: string];
type ReadRoute = Extract<RouteName, `GET /${string}`>;

/** There are as many live channels, and as many of them in the category, at a hundred channels too. */
const HALF_A_PAGE = `limit=${PAGE_LIMIT_DEFAULT / 2}`;
/** Finds nothing: what each range alone matches is long, and no fan is in all of them. */
const UNREACHABLE = 'year:1900..,blades:1..,diameter_cm:1..,watts:..50,air_flow_m3h:1..,noise_dba:..50';

/**
 * What every GET costs, and the address that is read; some at several addresses. In DynamoDB's units: 4 kB as they are now, or
 * 8 kB that may be a moment old. A change here is a change of the bill.
 */
export function readsOf({ id, username, videoId, followedId, ...reader }: Reader) {
  const live = `/browser-stream/${directId()}`;
  const model = '/fans/models/northwind/breeze-desk';
  const captionedMs = reader.broadcastS * 1000 - MINUTE_MS;
  return {
    'GET /auth/account': [3, '/auth/account'],
    'GET /auth/me': [1, '/auth/me'],
    'GET /auth/export': [1, '/auth/export'],
    'GET /auth/access-tokens': [1, '/auth/access-tokens'],
    'GET /auth/sessions': [1, '/auth/sessions'],
    'GET /auth/two-factor': [1, '/auth/two-factor'],
    'GET /streamers': [6, '/streamers'],
    'GET /streamers?live=true': [6, '/streamers?live=true'],
    'GET /streamers?live=false': [5.5, '/streamers?live=false'],
    'GET /streamers?order=followers': [11, '/streamers?order=followers'],
    'GET /streamers?order=newest': [11, '/streamers?order=newest'],
    'GET /streamers/{username}': [1, `/streamers/${username}`],
    'GET /categories': [5, '/categories'],
    'GET /categories/{id}': [0.5, '/categories/hand-fans'],
    'GET /categories/{id}/streamers': [3.5, `/categories/box-fans/streamers?${HALF_A_PAGE}`],
    'GET /categories/{id}/videos': [2.5, '/categories/box-fans/videos'],
    'GET /follows': [6, '/follows'],
    'GET /follows/{id}': [1, `/follows/${followedId}`],
    'GET /search': [90, '/search?q=fan'],
    'GET /search/suggestions': [27.5, '/search/suggestions?q=fan'],
    'GET /search, a word that is one letter off': [69.5, '/search?q=brasss'],
    'GET /search, an unknown word': [9.5, '/search?q=nobody'],
    'GET /chat/{id}': [2.5, `/chat/${id}`],
    'GET /stream-health': [6.5, '/stream-health'],
    'GET /stream-health/figures/{stream_id}': [3.5, `/stream-health/figures/${id}.${reader.airedMs}`],
    'GET /streaming/receipt': [3, '/streaming/receipt'],
    'GET /streaming/status': [3, '/streaming/status'],
    'GET /raids': [1.5, '/raids'],
    'GET /realtime': [0, '/realtime'],
    'GET /replays/{id}/chat': [3, `/replays/${reader.replayId}/chat?limit=${CHAT_LIMIT_MAX}`],
    'GET /rooms/{id}': [1.5, `/rooms/${id}`],
    'GET /rooms/{id}/me': [8, `/rooms/${followedId}/me`],
    'GET /rooms/{id}/sanctions': [0.5, `/rooms/${id}/sanctions`],
    'GET /rooms/{id}/acts': [0.5, `/rooms/${id}/acts`],
    'GET /rooms/{id}/emotes': [2.5, `/rooms/${id}/emotes`],
    'GET /rooms/{id}/commands': [1.5, `/rooms/${id}/commands`],
    'GET /rooms/{id}/words': [1, `/rooms/${id}/words`],
    'GET /comments/{kind}/{id}': [32.5, `/comments/video/${videoId}`],
    'GET /comments/{kind}/{id}, of a clip without any': [4, `/comments/clip/${reader.clipId}`],
    'GET /comments/{kind}/{id}, the best first': [32.5, `/comments/video/${videoId}?order=best`],
    'GET /comments/{kind}/{id}/{comment_id}/replies': [
      32.5,
      `/comments/video/${videoId}/${reader.commentId}/replies`,
    ],
    'GET /hidden-people': [0.5, '/hidden-people'],
    'GET /news': [31.5, '/news'],
    'GET /news/unread': [11.5, '/news/unread'],
    'GET /news/settings': [2, '/news/settings'],
    'GET /library/history': [28, '/library/history'],
    'GET /library/likes': [27, '/library/likes'],
    'GET /library/likes/{kind}/{id}': [1, `/library/likes/video/${videoId}`],
    'GET /library/playlists': [10, '/library/playlists'],
    'GET /library/playlists/channels/{channel_id}': [10, `/library/playlists/channels/${id}`],
    // Of a page of full playlists.
    'GET /library/playlists/with/{kind}/{id}': [100, `/library/playlists/with/video/${videoId}`],
    'GET /library/playlists/{id}': [2.5, `/library/playlists/${reader.playlistId}`],
    'GET /library/playlists/{id}/entries': [28, `/library/playlists/${reader.playlistId}/entries`],
    'GET /library/published': [27.5, '/library/published'],
    'GET /library/settings': [1, '/library/settings'],
    'GET /library/videos/{video_id}': [3, `/library/videos/${videoId}`],
    'GET /library/watch-later': [26, '/library/watch-later'],
    'GET /schedules': [1, '/schedules'],
    'GET /schedules/{channel_id}': [1, `/schedules/${id}`],
    'GET /schedules/calendars/{username}': [1.5, `/schedules/calendars/${username}`],
    'GET /schedules/{channel_id}/reminders': [1, `/schedules/${id}/reminders`],
    'GET /fans': [11.5, '/fans'],
    'GET /fans, by a word and a range': [17.5, '/fans?q=northwind&ranges=noise_dba:..50'],
    'GET /fans, the dearest': [20.5, `/fans?q=northwind+breeze+desk&ranges=${UNREACHABLE}`],
    'GET /fans/channels/{channel_id}': [5, `/fans/channels/${id}`],
    'GET /fans/compare/{ids}': [4, `/fans/compare/${[0, 1, 2, 3].map(fanIdOf).join()}`],
    'GET /fans/models/{maker}/{model}': [11.5, model],
    'GET /fans/models/{maker}/{model}/videos': [3, `${model}/videos`],
    'GET /fans/models/{maker}/{model}/streams': [8.5, `${model}/streams`],
    'GET /fans/streams/{channel_id}': [4, `/fans/streams/${id}`],
    'GET /fans/videos/{video_id}': [4.5, `/fans/videos/${videoId}`],
    'GET /feeds/channels/{username}': [3, `/feeds/channels/${username}`],
    'GET /feeds/sitemap': [1.5, '/feeds/sitemap'],
    'GET /feeds/sitemap/{part}': [2.5, '/feeds/sitemap/2026-11-20'],
    'GET /feeds/robots': [0, '/feeds/robots'],
    'GET /statistics/{id}/days/{days}': [1.5, `/statistics/${id}/days/7`],
    'GET /statistics/{id}/days/{days}, a year': [12.5, `/statistics/${id}/days/365`],
    'GET /statistics/{id}/broadcasts': [1.5, `/statistics/${id}/broadcasts`],
    'GET /statistics/{id}/broadcasts/{started_at}': [
      9,
      `/statistics/${id}/broadcasts/${new Date(STATISTICS_START_MS).toISOString()}`,
    ],
    'GET /statistics/{id}/videos': [8.5, `/statistics/${id}/videos`],
    'GET /statistics/{id}/videos/{video_id}': [9, `/statistics/${id}/videos/${videoId}`],
    'GET /videos': [2, `/videos?channel=${id}`],
    'GET /videos/latest': [2.5, '/videos/latest'],
    'GET /videos/{id}': [1, `/videos/${videoId}`],
    'GET /videos/{id}/captioned.m3u8': [1, `/videos/${videoId}/captioned.m3u8`],
    'GET /videos/{id}/chapters.json': [1, `/videos/${videoId}/chapters.json`],
    'GET /videos/{id}/captioned/{playlist}': [1, `/videos/${videoId}/captioned/en.m3u8`],
    'GET /videos/{id}/captioned/subtitles/{file}': [1, `/videos/${videoId}/captioned/subtitles/en_0.vtt`],
    'GET /videos/upload/{upload_id}': [1, `/videos/upload/${reader.uploadId}`],
    'GET /clips': [2.5, `/clips?channel=${id}`],
    'GET /clips/settings': [0.5, '/clips/settings'],
    'GET /clips/{id}': [3, `/clips/${reader.clipId}`],
    'GET /moderation/cases': [2.5, '/moderation/cases'],
    'GET /moderation/decided': [2.5, '/moderation/decided'],
    'GET /moderation/cases/{case_id}': [6, `/moderation/cases/${REPORTED_CASE}`],
    'GET /reports/removals/{id}': [2.5, `/reports/removals/${REPORTED_CASE.slice('video.'.length)}`],
    'GET /webhooks': [6, '/webhooks'],
    'GET /webhooks/{id}/deliveries': [3.5, `/webhooks/${reader.webhookId}/deliveries`],
    'GET /transparency': [0.5, '/transparency'],
    'GET /transparency/days': [1, '/transparency/days'],
    'GET /transparency/entries': [2, '/transparency/entries'],
    'GET /browser-stream/{stream_id}': [3, live],
    'GET /browser-stream/{stream_id}/live.m3u8': [1, `${live}/live.m3u8`],
    'GET /browser-stream/{stream_id}/live.m3u8, compatible': [
      9,
      `/browser-stream/${compatibleId()}/live.m3u8`,
    ],
    'GET /browser-stream/{stream_id}/live/{playlist}': [4.5, `${live}/live/main.m3u8`],
    'GET /browser-stream/{stream_id}/live/{playlist}, again': [1, `${live}/live/main.m3u8`],
    'GET /browser-stream/{stream_id}/captions': [4, `${live}/captions`],
    'GET /browser-stream/{stream_id}/live/captions/{slot}': [
      1,
      `${live}/live/captions/${captionSlot(Date.now() - MINUTE_MS)}`,
    ],
    'GET /browser-stream/{stream_id}/live/subtitles/{file}': [
      1.5,
      `${live}/live/subtitles/${captionedMs}-${captionedMs + 1000}.vtt`,
    ],
    'GET /browser-stream/{stream_id}/rewind': [0.5, `${live}/rewind`],
    'GET /browser-stream/{stream_id}/rewind, compatible': [1, `/browser-stream/${compatibleId()}/rewind`],
    'GET /browser-stream/{stream_id}/rewind/{page}/{playlist}': [14.5, `${live}/rewind/0/main.m3u8`],
    'GET /browser-stream/{stream_id}/rewind/{page}/{playlist}, later': [14.5, `${live}/rewind/1/main.m3u8`],
    'GET /browser-stream/{stream_id}/rewind/{page}/{playlist}, compatible': [
      2,
      `/browser-stream/${compatibleId()}/rewind/${FIRST_COMPATIBLE_PAGE}/main.m3u8`,
    ],
    'the page of a channel': [1, `/channel/${username}`],
    'the page of a video': [1, `/channel/${username}/video/${videoId}`],
    'the page of a clip': [2, `/clip/${reader.clipId}`],
    'the page of a playlist': [1, `/playlist/${reader.playlistId}`],
    'the page of a missing channel': [0.5, '/channel/nobody_here'],
    'the page of one of the ten categories': [0, '/category/Ceiling%20Fans'],
    'the page of another category': [0.5, '/category/Fog'],
    'a page that cannot be': [0, '/channel/%zz'],
  } satisfies Record<ReadRoute, Read> & Readonly<Record<string, Read>>;
}

/** Starts a site with so many channels. Returns the reads and a function that measures their cost. */
export async function startReads(channels: number) {
  const started = await startSiteForReads(channels);
  const { site, reader } = started;
  const { unitsOf, stop } = measureNewClients();
  const { headers } = await site.api('GET', `/streamers?${HALF_A_PAGE}`);
  const [, secondPage = ''] = /<\/api([^>]+)>/.exec(headers.get('link') ?? '') ?? [];
  const reads: Readonly<Record<string, Read>> = {
    ...readsOf(reader),
    'GET /streamers, a second page': [3.5, secondPage],
  };
  return {
    ...started,
    reads,
    unitsOf: (name: string, path: string) => unitsOf(() => read(started, name, path)),
    close: async () => {
      stop();
      await site.close();
    },
  };
}

/** As the reader where the route is for people who are logged in, else as a visitor. */
async function read({ site, reader }: SiteForReads, name: string, path: string): Promise<void> {
  const route: RouteContract | undefined = contract[name.replace(/[?,].*/, '') as RouteName];
  if (!route) return void (await site.api('GET', '/pages/index.html', { headers: { [PAGE_HEADER]: path } }));
  const token = path === '/streaming/status' ? reader.softwareToken : reader.token;
  const request = route.access === 'signed-in' ? { token } : {};
  const { status, body } = await site.api('GET', path, request);
  if (status !== 200) throw new Error(`${path} answered ${JSON.stringify(body)}`);
}
