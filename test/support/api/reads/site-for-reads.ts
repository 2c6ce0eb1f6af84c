import { PutObjectCommand } from '@aws-sdk/client-s3';
import { ulid } from 'ulid';
import { issueSessionToken } from '#functions/auth/sessions/authenticator.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { putItem, transact, updateItem } from '#functions/aws/table/write-items.ts';
import { createSigner } from '#functions/base/signed.ts';
import { latestKey } from '#functions/browser-stream/table/broadcast.item.ts';
import { chatRepository } from '#functions/chat/chat.repository.ts';
import { emotesKey } from '#functions/chat/rooms/room.item.ts';
import { commentItem, commentKey, likesKey } from '#functions/comments/comment.item.ts';
import { libraryDeps } from '#functions/library/feature.ts';
import { likedItem } from '#functions/library/library.item.ts';
import { entryOf } from '#functions/library/playlists/playlist.ts';
import { entriesKey, playlistItem } from '#functions/library/playlists/playlist.item.ts';
import { setModerator } from '#functions/moderation/moderators.writes.ts';
import { noticeWrite } from '#functions/news/notice.item.ts';
import { liveNotice } from '#functions/news/notice.ts';
import { entriesRepository } from '#functions/news/table/entries.repository.ts';
import { preferencesRepository } from '#functions/news/table/preferences.repository.ts';
import { audienceRepository } from '#functions/presence/audience.repository.ts';
import { endedBroadcastWrite } from '#functions/streaming/table/ended-broadcasts.repository.ts';
import { streamItemKey } from '#functions/streaming/table/stream.item.ts';
import { videoKey } from '#functions/videos/table/video.item.ts';
import { newSecret } from '#functions/webhooks/sending/signature.ts';
import { deliveriesRepository } from '#functions/webhooks/table/deliveries.repository.ts';
import { webhooksRepository } from '#functions/webhooks/table/webhooks.repository.ts';
import { uploadsRepository } from '#functions/videos/uploads/uploads.repository.ts';
import {
  EMOTE_ALT_MAX_LENGTH,
  EMOTE_CODE_MAX_LENGTH,
  MAX_EMOTES,
  MAX_LIKED_COMMENTS,
  MAX_NEWS_BROWSERS,
  MAX_WEBHOOKS,
  NEWS_LIST_LENGTH,
  PAGE_LIMIT_DEFAULT,
  WEBHOOK_DELIVERIES_LISTED,
  MAX_PLAYLIST_ENTRIES,
} from '#shared/limits.ts';
import { HOUR_MS, HOUR_S, MINUTE_MS } from '#shared/plain/time.ts';
import { startLocalApi, TOKEN_KEY, type LocalApi } from '../local-api.ts';
import { type ChannelOwner, itemsOf, populationOf } from '../table/population.ts';
import { seedClips } from '../table/seed-clips.ts';
import { OUTPUTS, seedReplay, seedVideos } from '../table/seed-videos.ts';
import { broadcastItems, directId, lengthFor } from './broadcast-items.ts';
import { fanItems, showFansIn } from './fan-items.ts';
import { moderationItems } from './moderation-items.ts';
import { addStatistics } from './statistics-items.ts';

/** Broadcasts from the camera have lasted a second for each channel, and longer than live playlists list. */
const MIN_BROADCAST_S = 800;
/** More than one page of a chat. */
const MESSAGES = 60;
const VIDEOS = 12;
const CLIPS = 12;

/** Who reads: a moderator who is live from the camera, and follows ten channels. */
export interface Reader {
  readonly id: string;
  readonly username: string;
  readonly token: string;
  /** Of somebody who is live through software. */
  readonly softwareToken: string;
  readonly followedId: string;
  /** With captions. */
  readonly videoId: string;
  /** During which all of the chat was written. */
  readonly replayId: string;
  readonly uploadId: string;
  readonly clipId: string;
  /** The newest of full ones. */
  readonly playlistId: string;
  readonly commentId: string;
  /** The first of as many as a channel may have. */
  readonly webhookId: string;
  /** When their last stream through software began. */
  readonly airedMs: number;
  /** How long the broadcasts have lasted. */
  readonly broadcastS: number;
}

export interface SiteForReads {
  readonly site: LocalApi;
  readonly reader: Reader;
}

/** Starts a local API on the table of a site with so many channels, where every list of the reader is full. */
export async function startSiteForReads(channels: number): Promise<SiteForReads> {
  const population = populationOf(channels);
  const broadcastS = lengthFor(MIN_BROADCAST_S + channels);
  const items = allItems(population, broadcastS);
  const site = await startLocalApi({ ivs: true, storage: true, mail: true, realtime: true, items });
  const { table } = site;
  const ids = population.map(({ channel }) => channel.id);
  const { id, username } = population[0]!.channel;
  const followedId = population[0]!.follows[0]!;
  const ready = Array.from({ length: VIDEOS }, () => ({ status: 'ready', title: 'Turning' }) as const);
  const videos = await seedVideos(table, { id, username }, ready);
  const videoId = videos[0]!.id;
  const videoIds = videos.map((video) => video.id);
  await showFansIn(table, ids, videoIds);
  await addCaptions(site, videoId);
  await writeChat(table, id, username);
  await addEmotes(table, id);
  await addAudience(table, id);
  await addStatistics(table, id);
  const airedMs = await goLiveByCamera(table, id);
  await addNews(table, id, ids);
  await addLibrary(table, { id, followedId, videoIds });
  const commentId = await addComments(table, videoId, ids, id);
  await setModerator(table, username, true);
  const clips = await seedClips(table, { id, username }, videoId, CLIPS);
  const likedAt = new Date().toISOString();
  for (const one of clips) await putItem(table, likedItem(id, { kind: 'clip', id: one.id }, likedAt));
  const [clip] = clips;
  const created_at = new Date(Date.now() - HOUR_MS).toISOString();
  const past = { visibility: 'unlisted', created_at, duration_s: 2 * HOUR_S } as const;
  const replay = await seedReplay(table, { id, username }, past);
  return {
    site,
    reader: {
      id,
      username,
      token: tokenOf(id),
      softwareToken: tokenOf(ids[2]!),
      followedId,
      videoId,
      replayId: replay.id,
      uploadId: await addUpload(table, id),
      clipId: clip!.id,
      playlistId: await addPlaylists(table, id, videoIds),
      commentId,
      webhookId: await addWebhooks(table, id),
      airedMs,
      broadcastS,
    },
  };
}

const tokenOf = (id: string): string =>
  issueSessionToken(createSigner(TOKEN_KEY), { id, sessionId: 'any' }, HOUR_S);

function* allItems(population: readonly ChannelOwner[], broadcastS: number): Generator<object> {
  yield* itemsOf(population);
  yield* broadcastItems(broadcastS, population[0]!.channel.id);
  yield* moderationItems(population.length);
  yield* fanItems(population.map(({ channel }) => channel.id));
}

async function addCaptions({ table, storage }: LocalApi, videoId: string): Promise<void> {
  const captions = [{ language: 'en', label: 'English', url: '/media/en.vtt' }];
  await updateItem(table, videoKey(videoId), { captions });
  // The client is made after the environment is set.
  const { s3 } = await import('#functions/aws/objects/s3.ts');
  const put = (Bucket = '', Key = '', Body = '') => s3().send(new PutObjectCommand({ Bucket, Key, Body }));
  await put(storage?.mediaBucket, OUTPUTS.playback_url.slice(1), '#EXTM3U\n');
  await put(storage?.mediaBucket, 'media/en.vtt', 'WEBVTT\n');
  await put(storage?.webBucket, 'index.html', '<title>Fanfare</title>');
}

/** As many and as large as a channel's own can be. */
async function addEmotes(table: Table, id: string): Promise<void> {
  const emotes = Array.from({ length: MAX_EMOTES }, (_, at) => {
    const picture = ulid();
    const code = 'a'.repeat(at % EMOTE_CODE_MAX_LENGTH).padEnd(EMOTE_CODE_MAX_LENGTH, 'z');
    const alt = '扇'.repeat(EMOTE_ALT_MAX_LENGTH);
    return { id: picture, code, alt, url: `/media/pictures/${id}/${picture}.moving.webp` };
  });
  await putItem(table, { ...emotesKey(id), emotes, version: 1 });
}

async function writeChat(table: Table, id: string, username: string): Promise<void> {
  const chat = chatRepository(table);
  const startMs = Date.now() - MESSAGES;
  for (let index = 0; index < MESSAGES; index += 1) {
    const atMs = startMs + index;
    const timestamp = new Date(atMs).toISOString();
    const message = { id: ulid(atMs), username, message: 'How quiet it is! '.repeat(4), timestamp };
    const expected = { sentMs: index === 0 ? [] : [atMs - 1], roomsMs: {} };
    const sent = { sentMs: [atMs], roomsMs: {} };
    await chat.write({ channelId: id, authorId: id, message, key: undefined, expected, sent }, atMs);
  }
}

/** Of the last hour. */
async function addAudience(table: Table, channelId: string): Promise<void> {
  const nowMs = Date.now();
  for (let minute = 0; minute < 60; minute += 1) {
    const point = { atMs: nowMs - minute * MINUTE_MS, viewers: 1000 + minute, delayS: 3.2 };
    await audienceRepository(table).add(channelId, point);
  }
}

/** After a stream through software, which has lasted an hour. Returns when that began. */
async function goLiveByCamera(table: Table, id: string): Promise<number> {
  const startedAtMs = Date.now() - HOUR_MS;
  const broadcast = { startedAtMs, streamId: undefined, title: '', game: '', tags: [], keepsReplay: true };
  const counts = { newFollowers: 0, lastViewers: 0 };
  const outcome = { endedBy: 'streamer', onAirSinceMs: startedAtMs, receivedMs: HOUR_MS, ...counts } as const;
  await transact(table, [endedBroadcastWrite(table, id, broadcast, outcome, Date.now())]);
  await updateItem(table, streamItemKey(id), { stream_key: undefined, started_at_ms: undefined });
  await putItem(table, { ...latestKey(id), broadcast_id: directId() });
  return startedAtMs;
}

/** Notifies them of more channels than a list shows, in as many browsers as one may register. */
async function addNews(table: Table, personId: string, channelIds: readonly string[]): Promise<void> {
  for (const [index, channelId] of channelIds.slice(0, NEWS_LIST_LENGTH + 10).entries()) {
    const notice = liveNotice(channelId, 'yesterday', Date.now() - index * 1000);
    await transact(table, [noticeWrite(table, notice)]);
    await entriesRepository(table).add(personId, notice);
  }
  const browsers = Array.from({ length: MAX_NEWS_BROWSERS }, (_, index) => ({
    id: `browser-${index}`,
    endpoint: `https://push.example/${'x'.repeat(180)}${index}`,
    keys: { p256dh: 'x'.repeat(87), auth: 'x'.repeat(22) },
    name: 'Firefox on Linux',
    addedAt: new Date().toISOString(),
    pushKey: 'x'.repeat(87),
  }));
  await preferencesRepository(table).change(personId, (reach) => ({ ...reach, browsers }));
}

/** Saves and watches more videos than a page lists, every second one while it was live. */
async function addLibrary(
  table: Table,
  reader: Pick<Reader, 'id' | 'followedId'> & { readonly videoIds: readonly string[] },
): Promise<void> {
  const { watchLater, history, published } = libraryDeps(table);
  const { id: personId, followedId: channelId, videoIds } = reader;
  const ids = [...videoIds, ...Array.from({ length: PAGE_LIMIT_DEFAULT }, () => ulid())];
  for (const [index, videoId] of ids.entries()) {
    const atMs = Date.now() - index * 1000;
    await watchLater.add(personId, videoId, atMs);
    await putItem(table, likedItem(personId, { kind: 'video', id: videoId }, new Date(atMs).toISOString()));
    const broadcast = index % 2 ? { id: videoId, channelId, streamId: videoId } : undefined;
    await history.add(personId, videoId, index, atMs, broadcast);
    await published.add(personId, { videoId, channelId, at: new Date(atMs).toISOString() });
  }
}

/** More than a page of public playlists, each with as many entries as there may be. Returns the id of the newest. */
async function addPlaylists(table: Table, owner_id: string, videoIds: readonly string[]): Promise<string> {
  const ids = Array.from({ length: PAGE_LIMIT_DEFAULT + 2 }, () => ulid());
  const gone = Array.from({ length: MAX_PLAYLIST_ENTRIES }, () => ulid());
  await Promise.all(
    ids.map(async (id, index) => {
      const all = [...videoIds.toSpliced(0, index % videoIds.length), ...gone].slice(0, MAX_PLAYLIST_ENTRIES);
      const entries = all.map((one) => entryOf({ kind: 'video', id: one }));
      const at = new Date(Date.now() + index).toISOString();
      const facts = {
        title: 'Fans',
        description: '',
        visibility: 'public',
        created_at: at,
        updated_at: at,
      } as const;
      const item = { id, owner_id, ...facts, count: entries.length, cover: entries[0] };
      await putItem(table, playlistItem(item));
      await putItem(table, { ...entriesKey(id), owner_id, entries, version: 1 });
    }),
  );
  return ids.at(-1)!;
}

/** More than a page of comments, of replies to the first, each by another person, and of likes. Returns the id of the first. */
async function addComments(
  table: Table,
  id: string,
  authorIds: readonly string[],
  readerId: string,
): Promise<string> {
  const answeredId = ulid();
  const at = new Date().toISOString();
  const under = { kind: 'video', id } as const;
  const ids = authorIds.slice(0, 30);
  await Promise.all(
    ids.flatMap((author_id, index) => {
      const comment = { author_id, text: 'How quiet it is! '.repeat(10), at };
      const commentId = index === 0 ? answeredId : ulid();
      return [
        putItem(table, commentItem(under, { ...comment, id: commentId })),
        putItem(table, commentItem({ ...under, replyTo: answeredId }, { ...comment, id: ulid() })),
      ];
    }),
  );
  const liked = new Set(Array.from({ length: MAX_LIKED_COMMENTS }, () => commentKey(under, ulid()).sk));
  await putItem(table, { ...likesKey(under, readerId), liked });
  return answeredId;
}

/** As many as a channel may have. The first has more deliveries than are listed. */
async function addWebhooks(table: Table, channelId: string): Promise<string> {
  const ids = Array.from({ length: MAX_WEBHOOKS }, () => ulid());
  const events = ['stream.started'] as const;
  for (const id of ids) {
    const url = `https://hooks.example/${id}`;
    const created_at = new Date().toISOString();
    const fields = { kind: 'standard', url, events, secret: newSecret(), state: 'on', created_at } as const;
    await webhooksRepository(table).create({ id, channel_id: channelId, ...fields });
  }
  const data = JSON.stringify({ title: 'How quiet it is!', category: 'Box Fans', tags: [], picture: null });
  for (let index = 0; index <= WEBHOOK_DELIVERIES_LISTED; index += 1) {
    const place = { channelId, webhookId: ids[0]!, id: ulid() };
    const at = new Date().toISOString();
    const event = { message_id: place.id, type: 'stream.started', at, data } as const;
    await deliveriesRepository(table).add(place, event, Date.now());
  }
  return ids[0]!;
}

async function addUpload(table: Table, channelId: string): Promise<string> {
  const uploadId = ulid();
  await uploadsRepository(table).add({
    uploadId,
    channelId,
    filename: 'fan.mp4',
    contentType: 'video/mp4',
    sizeBytes: 1_000_000,
    multipartId: undefined,
    isCompleted: true,
    expiresAtMs: Date.now() + HOUR_MS,
  });
  return uploadId;
}
