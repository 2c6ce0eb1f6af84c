import { randomUUID } from 'node:crypto';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { setCategoryViewers } from '#functions/channels/table/category-viewers.repository.ts';
import { liveChannels } from '#functions/channels/table/live-channels.repository.ts';
import { audienceWithStatistics, statisticsDeps } from '#functions/composition/tick/statistics-deps.ts';
import { onStatisticsTick } from '#functions/statistics/rollup.service.ts';
import { HOUR_MS } from '#shared/plain/time.ts';
import { JPEG, makeSegments } from '../broadcast/direct-segments.ts';
import { CameraCaller } from '../camera-caller.ts';
import { expectSuccess } from '../contract-checks.ts';
import { passTo } from '../passes.ts';
import { send, type Seeding } from './seeding.ts';
import { MP4 } from './videos.ts';

/** Through software, with a message, and recorded. */
export async function stream(seeding: Seeding): Promise<void> {
  const { site, stage, person, name } = seeding;
  const { id, token } = person;
  const body = { title: `A fan of ${name}`, game: 'Box Fans', tags: ['quiet'] };
  await site.api('POST', '/streaming/start', { token, body });
  const message = { body: { message: 'For the replay' } };
  await send(seeding, person, 'POST /chat/{id}', `/chat/${id}`, message);
  await site.api('POST', '/streaming/stop', { token });
  const { streamingRepository } = await import('#functions/streaming/table/streaming.repository.ts');
  const { recordingsOf } = await import('#functions/streaming/recordings/recording-location.ts');
  const { recordingsRepository } = await import('#functions/streaming/recordings/recordings.repository.ts');
  const { ingestChannel } = await streamingRepository(site.table).find(id);
  const prefix = `${recordingsOf(ingestChannel?.arn ?? '')}2026/11/20/10/0/abcdefghijkl`;
  const Key = `${prefix}/media/hls/master.m3u8`;
  const media = { playlistUrl: `/${Key}`, picturesUrl: null };
  const recording = { id: 'abcdefghijkl', prefix, startedAtMs: 0, durationMs: 60_000, cutMs: 0, ...media };
  await recordingsRepository(site.table).settle(recording.id, 0);
  await recordingsRepository(site.table).keep(id, 0, recording);
  const Bucket = site.storage?.recordingsBucket ?? '';
  await stage.s3.send(new PutObjectCommand({ Bucket, Key, Body: '#' }));
}

/** One by chunks that has ended, and a direct one that goes on, with a picture and a caption. */
export async function broadcasts(seeding: Seeding): Promise<void> {
  const { site, person, name, ids } = seeding;
  const camera = await CameraCaller.on(site);
  const setup = { title: `${name} live`, category: 'Box Fans' };
  const first = await camera.live(person, setup);
  await camera.store(person, first, 0, Uint8Array.from(MP4));
  await camera.stopped(person, first);
  ids.broadcastId = await camera.live(person, { ...setup, way: 'direct' });
  const [segment] = makeSegments({ seconds: 1 });
  await camera.segmentStored(person, ids.broadcastId, 0, segment!);
  await camera.picture(person, ids.broadcastId, JPEG);
  ids.captionedAtMs = Date.now();
  const at = new Date(ids.captionedAtMs).toISOString();
  const body = { id: randomUUID(), at, text: name, language: 'en' };
  const path = `/browser-stream/${ids.broadcastId}/captions`;
  await send(seeding, person, 'POST /browser-stream/{stream_id}/captions', path, { body });
}

/** A viewer who reports their delay, and the count of a minute. */
export async function audience({ site, person: { id } }: Seeding): Promise<void> {
  const nowMs = Date.now();
  const pass = await passTo(site, 'channel', id);
  const body = { pass, shown_at: new Date(nowMs - 3000).toISOString() };
  expectSuccess('POST /presence/{id}', await site.api('POST', `/presence/${id}`, { body }));
  const point = { atMs: nowMs, viewers: 1, delayS: 3, followers: 1, startMs: nowMs };
  await audienceWithStatistics(site.table).add(id, point);
  await onStatisticsTick({
    ...statisticsDeps(site.table),
    listDue: () => statisticsDeps(site.table).listDue(nowMs + HOUR_MS),
  });
  await setCategoryViewers(site.table, await liveChannels(site.table));
}
