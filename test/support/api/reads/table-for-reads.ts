import { ulid } from 'ulid';
import type { Table } from '#functions/aws/table/table.ts';
import { chatRepository } from '#functions/chat/chat.repository.ts';
import { audienceRepository } from '#functions/presence/audience.repository.ts';
import { uploadsRepository } from '#functions/videos/uploads/uploads.repository.ts';
import { startImportedTable, type OpenedTable } from '../table/imported-table.ts';
import { broadcastItems, lengthFor } from './broadcast-items.ts';
import { fanItems, showFansIn } from './fan-items.ts';
import { keepVideos } from './library-reads.ts';
import { writeNews } from './reader-news.ts';
import { moderationItems } from './moderation-items.ts';
import { type Inhabitant, itemsOf, populationOf } from '../table/population.ts';
import { measureUnits, type UnitsOf } from '../table/read-units.ts';
import { seedClips } from '../table/seed-clips.ts';
import { aVideo, seedVideos } from '../table/seed-videos.ts';
import { videosRepository } from '#functions/videos/table/videos.repository.ts';

/** Broadcasts from the camera have lasted a second for each channel, and longer than live playlists list. */
const LEAST_BROADCAST_S = 800;
/** More than one page of a chat. */
const MESSAGES = 60;
const VIDEOS = 12;
const CLIPS = 12;

/** Who asks: somebody live who follows ten channels, with a chat, videos and an upload. */
export interface Reader {
  readonly id: string;
  readonly username: string;
  readonly followedId: string;
  readonly videoId: string;
  /** A replay, beside which all of the chat was said. */
  readonly replayId: string;
  readonly uploadId: string;
  readonly clipId: string;
}

export interface TableForReads extends OpenedTable {
  readonly unitsOf: UnitsOf;
  readonly reader: Reader;
}

/** Starts the local DynamoDB in an empty folder, on a site of so many channels and with two long broadcasts. */
export async function startTableForReads(dataDir: string, channels: number): Promise<TableForReads> {
  const population = populationOf(channels);
  const opened = await startImportedTable(dataDir, allItems(population));
  const [first] = population;
  if (!first?.follows[0]) throw new RangeError('There must be more channels than one follows');
  const { id, username } = first.channel;
  const videos = await seedVideos(
    opened.table,
    { id, username },
    Array.from({ length: VIDEOS }, () => ({ status: 'ready', title: 'Turning' })),
  );
  const channelIds = population.map(({ channel }) => channel.id);
  await showFansIn(
    opened.table,
    channelIds,
    videos.map(({ id }) => id),
  );
  await writeChat(opened.table, id, username);
  await drawAudience(opened.table, id);
  const uploadId = await addUpload(opened.table, id);
  const replayId = await addReplay(opened.table, { id, username });
  await writeNews(opened.table, id, channelIds);
  const videoId = videos[0]!.id;
  await keepVideos(
    opened.table,
    id,
    first.follows[0],
    videos.map((video) => video.id),
  );
  const [clip] = await seedClips(opened.table, { id, username }, videoId, CLIPS);
  const ids = { videoId, replayId, uploadId, clipId: clip!.id };
  const reader = { id, username, followedId: first.follows[0], ...ids };
  return { ...opened, unitsOf: measureUnits(opened.table), reader };
}

function* allItems(population: readonly Inhabitant[]): Generator<object> {
  yield* itemsOf(population);
  yield* broadcastItems(lengthFor(LEAST_BROADCAST_S + population.length));
  yield* moderationItems(population.length);
  yield* fanItems(population.map(({ channel }) => channel.id));
}

async function writeChat(table: Table, id: string, username: string): Promise<void> {
  const chat = chatRepository(table);
  const startMs = Date.now() - MESSAGES;
  for (let index = 0; index < MESSAGES; index += 1) {
    const atMs = startMs + index;
    const timestamp = new Date(atMs).toISOString();
    const message = { id: ulid(atMs), username, message: 'How quiet it is! '.repeat(4), timestamp };
    const expected = { sentMs: index === 0 ? [] : [atMs - 1], roomsMs: {} };
    const sent = {
      channelId: id,
      authorId: id,
      message,
      key: undefined,
      expected,
      sent: { sentMs: [atMs], roomsMs: {} },
    };
    await chat.write(sent, atMs);
  }
}

/** Of the last hour. */
async function addReplay(table: Table, owner: { readonly id: string; readonly username: string }) {
  const created_at = new Date(Date.now() - 60 * 60_000).toISOString();
  const fields = { kind: 'replay', visibility: 'unlisted', created_at, duration_s: 2 * 60 * 60 } as const;
  const replay = aVideo(owner, { ...fields, status: 'ready' });
  await videosRepository(table).addReplay(replay, ulid(), { filesPrefixes: ['media/none/'] });
  return replay.id;
}

/** The viewers of the last hour. */
async function drawAudience(table: Table, channelId: string): Promise<void> {
  const nowMs = Date.now();
  const points = Array.from({ length: 60 }, (_, n) => ({
    atMs: nowMs - n * 60_000,
    viewers: 1000 + n,
    delayS: 3.2,
  }));
  await Promise.all(points.map((point) => audienceRepository(table).add(channelId, point)));
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
    expiresAtMs: Date.now() + 60 * 60_000,
  });
  return uploadId;
}
