import { PutObjectCommand } from '@aws-sdk/client-s3';
import { setCategoryViewers } from '#functions/channels/table/category-viewers.repository.ts';
import { liveChannels } from '#functions/channels/table/live-channels.repository.ts';
import { audienceRepository } from '#functions/presence/audience.repository.ts';
import { JPEG, madeSegments } from '../broadcast/direct-segments.ts';
import { PLAIN } from '../../media/annotated-pictures.ts';
import { watchVideo } from '../passes.ts';
import { aPlanBody } from '../schedules/plans.ts';
import { seedClips } from '../table/seed-clips.ts';
import { seedVideos } from '../table/seed-videos.ts';
import { CameraCaller } from '../camera-caller.ts';
import { expectError, expectSuccess } from '../contract-checks.ts';
import type { LocalApi, TestUser } from '../local-api.ts';
import { beginTwoFactor } from '../second-factors.ts';
import type { VideosStage } from '../videos/videos-stage.ts';
import { keepPeace } from './kept-peace.ts';

const PNG = PLAIN['image/png'];
const MP4 = Buffer.from('\0\0\0\x18ftypisom and more', 'latin1');
const SETUP = { title: 'A fan of mine', game: 'Box Fans', tags: ['quiet'] };

/**
 * Has a person do everything once that leaves something behind, and `friend` what leaves something of theirs with the
 * person. Ends with the person on the air by a camera. The site has IVS's and S3's stand-ins.
 */
export async function doEverythingOnce(
  stage: VideosStage,
  person: TestUser,
  friend: TestUser,
): Promise<void> {
  const { site } = stage;
  await showOneself(site, person);
  await makeFriends(site, person, friend);
  await keepPeace(site, person, friend);
  await plan(site, person, friend);
  const videoIds = await publish(stage, person);
  await collect(site, person, videoIds);
  await keepOneself(site, person, videoIds[0]!);
  expectSuccess('POST /videos/{id}/views', await watchVideo(site, videoIds[0]!));
  await clip(stage, person, friend);
  await streamOnce(stage, person);
  await broadcast(await CameraCaller.on(site), person);
  await beWatched(site, person);
  await beginTwoFactor(site, person);
  await mistype(site, person);
}

/** By somebody who says how far behind they are; and counted by a tick. */
async function beWatched(site: LocalApi, { id }: TestUser): Promise<void> {
  const nowMs = Date.now();
  const { pass } = expectSuccess('POST /passes/{kind}/{id}', await site.api('POST', `/passes/channel/${id}`));
  const body = { pass, shown_at: new Date(nowMs - 3000).toISOString() };
  expectSuccess('POST /presence/{id}', await site.api('POST', `/presence/${id}`, { body }));
  await audienceRepository(site.table).add(id, { atMs: nowMs, viewers: 1, delayS: 3 });
  await setCategoryViewers(site.table, await liveChannels(site.table));
}

/** Wrong passwords, in three ways that count apart. */
async function mistype(site: LocalApi, { username, token, device }: TestUser): Promise<void> {
  const body = { username, password: 'a wrong one' };
  for (const headers of [{}, { cookie: device }])
    expectError(await site.api('POST', '/auth/login', { body, headers }), 'invalid_credentials');
  const wrong = { token, body: { password: 'a wrong one' } };
  expectError(await site.api('DELETE', '/auth/me', wrong), 'forbidden');
}

async function showOneself(site: LocalApi, { token }: TestUser): Promise<void> {
  const inEnglish = { token, body: { language: 'en' } };
  expectSuccess('PUT /auth/language', await site.api('PUT', '/auth/language', inEnglish));
  const asked = await site.api('POST', '/pictures', {
    token,
    body: { content_type: 'image/png', size: PNG.length },
  });
  const { picture_id, url, fields } = expectSuccess('POST /pictures', asked);
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([PNG]));
  await fetch(url, { method: 'POST', body: form });
  const completed = await site.api('POST', `/pictures/${picture_id}/complete`, { token });
  const { url: avatar } = expectSuccess('POST /pictures/{id}/complete', completed);
  const profile = { avatar, description: 'I collect ceiling fans', schedule: 'Each Friday' };
  expectSuccess(
    'PUT /streamers/profile',
    await site.api('PUT', '/streamers/profile', { token, body: profile }),
  );
  // Another that is never completed.
  await site.api('POST', '/pictures', { token, body: { content_type: 'image/png', size: PNG.length } });
}

async function makeFriends(site: LocalApi, person: TestUser, friend: TestUser): Promise<void> {
  for (const [follower, followed] of [
    [person, friend],
    [friend, person],
  ] as const) {
    const { token } = follower;
    expectSuccess('POST /follows/{id}', await site.api('POST', `/follows/${followed.id}`, { token }));
    for (const chat of [person, friend]) {
      const message = { body: { message: 'What a fan!' }, headers: { 'idempotency-key': 'once' } };
      expectSuccess('POST /chat/{id}', await site.api('POST', `/chat/${chat.id}`, { token, ...message }));
    }
  }
}

/** Each plans a broadcast, of which the other wants to be reminded. */
async function plan(site: LocalApi, person: TestUser, friend: TestUser): Promise<void> {
  const start_date = new Date(Date.now() + 48 * 60 * 60_000).toISOString().slice(0, 10);
  for (const [streamer, viewer] of [
    [person, friend],
    [friend, person],
  ] as const) {
    const body = aPlanBody({ start_date });
    const { id } = expectSuccess(
      'PUT /schedules/plans/{plan_id}',
      await site.api('PUT', `/schedules/plans/${streamer.id}`, { token: streamer.token, body }),
    );
    const reminder = `/schedules/${streamer.id}/reminders/${id}_${start_date}`;
    expectSuccess(
      'PUT /schedules/{channel_id}/reminders/{occurrence_id}',
      await site.api('PUT', reminder, { token: viewer.token }),
    );
  }
}

async function publish(stage: VideosStage, person: TestUser): Promise<string[]> {
  const { site, s3 } = stage;
  const Bucket = site.storage?.mediaBucket ?? '';
  const videos = await seedVideos(site.table, person, [
    { status: 'ready', title: 'Seen by all' },
    { status: 'ready', title: 'Seen by nobody', visibility: 'private' },
    { status: 'failed', title: 'Broken' },
  ]);
  for (const { id } of videos)
    await s3.send(
      new PutObjectCommand({ Bucket, Key: `media/videos/${person.id}/${id}/video.m3u8`, Body: '#' }),
    );
  await stage.begin(person, MP4.length);
  const form = new FormData();
  form.set('file', new File([MP4], 'fan.mp4', { type: 'video/mp4' }));
  await site.api('POST', '/videos/upload', { token: person.token, body: form });
  return videos.map(({ id }) => id);
}

/** A fan that the stream and the videos show. */
async function collect(site: LocalApi, { id, token }: TestUser, videoIds: readonly string[]): Promise<void> {
  const body = { maker: 'Northwind', model: 'Desk King', kind: 'Table Fans', year: 1962, noise_dba: 41 };
  const fan = expectSuccess('PUT /fans/{id}', await site.api('PUT', `/fans/${id}`, { token, body }));
  for (const path of ['streams', ...videoIds.map((videoId) => `videos/${videoId}`)])
    expectSuccess(
      'PUT /fans/streams',
      await site.api('PUT', `/fans/${path}`, { token, body: { fan_ids: [fan.id] } }),
    );
}

/** A video to watch later, and one that they have watched. */
async function keepOneself(site: LocalApi, { token }: TestUser, videoId: string): Promise<void> {
  const saved = await site.api('PUT', `/library/watch-later/${videoId}`, { token });
  expectSuccess('PUT /library/watch-later/{video_id}', saved);
  const body = { position_s: 5 };
  const watched = await site.api('PUT', `/library/history/${videoId}`, { token, body });
  expectSuccess('PUT /library/history/{video_id}', watched);
  expectSuccess('POST /library/visits', await site.api('POST', '/library/visits', { token }));
  const pause = { token, body: { is_paused: true } };
  expectSuccess('PUT /library/settings', await site.api('PUT', '/library/settings', pause));
}

/** Each makes a clip of a video of the other's. */
async function clip({ site, s3 }: VideosStage, person: TestUser, friend: TestUser): Promise<void> {
  const Bucket = site.storage?.mediaBucket ?? '';
  for (const [owner, clipper] of [
    [person, friend],
    [friend, person],
  ] as const) {
    const [video] = await seedVideos(site.table, owner, [{ status: 'ready', visibility: 'unlisted' }]);
    const [{ playbackUrl } = { playbackUrl: '' }] = await seedClips(site.table, owner, video!.id, 1, clipper);
    await s3.send(new PutObjectCommand({ Bucket, Key: playbackUrl.slice(1), Body: '#' }));
  }
}

/** A stream through software that was recorded. */
async function streamOnce({ site, s3 }: VideosStage, { id, token }: TestUser): Promise<void> {
  await site.api('POST', '/streaming/start', { token, body: SETUP });
  const message = { message: 'For the replay' };
  expectSuccess('POST /chat/{id}', await site.api('POST', `/chat/${id}`, { token, body: message }));
  await site.api('POST', '/streaming/stop', { token });
  const { streamingRepository } = await import('#functions/streaming/table/streaming.repository.ts');
  const { recordingsOf } = await import('#functions/streaming/recordings/recording-location.ts');
  const { recordingsRepository } = await import('#functions/streaming/recordings/recordings.repository.ts');
  const { ingestChannel } = await streamingRepository(site.table).find(id);
  const prefix = `${recordingsOf(ingestChannel?.arn ?? '')}2026/11/20/10/0/abcdefghijkl`;
  const media = { playlistUrl: `/${prefix}/media/hls/master.m3u8`, picturesUrl: null };
  const recording = { id: 'abcdefghijkl', prefix, startedAtMs: 0, durationMs: 60_000, ...media };
  await recordingsRepository(site.table).settle(recording.id, 0);
  await recordingsRepository(site.table).keep(id, 0, recording);
  const Bucket = site.storage?.recordingsBucket ?? '';
  await s3.send(new PutObjectCommand({ Bucket, Key: `${prefix}/media/hls/master.m3u8`, Body: '#' }));
}

/** One by chunks that has ended, and a direct one that goes on. */
async function broadcast(camera: CameraCaller, person: TestUser): Promise<void> {
  const first = await camera.live(person);
  await camera.store(person, first, 0, Uint8Array.from(MP4));
  await camera.stopped(person, first);
  const second = await camera.live(person, { way: 'direct' });
  const [segment] = madeSegments({ seconds: 1 });
  await camera.segmentStored(person, second, 0, segment!);
  await camera.picture(person, second, JPEG);
}
