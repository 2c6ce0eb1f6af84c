/** Who kept the addresses of media asks for them after moderators have removed the item or suspended the channel. */
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { Hono } from 'hono';
import { ulid } from 'ulid';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startWebsite } from '#infra/local/website/website.ts';
import { storedMedia } from '#infra/local/website/stored-media.ts';
import { expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { aModerator, decided, report } from '#test/support/api/moderation/moderators.ts';
import { seedClips } from '#test/support/api/table/seed-clips.ts';
import { seedReplay, seedVideos } from '#test/support/api/table/seed-videos.ts';
import { websiteOrigins } from '#test/support/stand-ins/edge.ts';

const REMOVE = { act: 'remove', reason: 'spam' } as const;
const IVS = 'ivs/v1/000000000000';

let bea: TestUser;
const site = await localApi({ ivs: true, storage: true, realtime: true });
const { endpoint, mediaBucket, recordingsBucket } = site.storage!;
const s3 = new S3Client({ endpoint, forcePathStyle: true, region: 'us-east-1' });
const origins = websiteOrigins({
  media: storedMedia({ storage: site.storage!, bucket: mediaBucket, recordingsBucket }),
  deniedKeys: site.deniedMedia.keys,
});
const cdn = await startWebsite({
  host: 'localhost',
  port: 0,
  liveMedia: new Hono(),
  origins: Promise.resolve(origins),
});
const moderator = await aModerator(site);
afterAll(async () => {
  s3.destroy();
  await cdn.close();
});
beforeEach(async () => {
  bea = await site.aUser();
});

const tick = () => site.deliver({ source: 'aws.events', 'detail-type': 'Scheduled Event', detail: {} });

/** Stores files, and has the CDN keep them. */
async function kept(...paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const Bucket = path.startsWith('/ivs/') ? site.storage!.recordingsBucket : site.storage!.mediaBucket;
    const CacheControl = 'public, max-age=31536000, immutable';
    await s3.send(new PutObjectCommand({ Bucket, Key: path.slice(1), Body: 'frames', CacheControl }));
  }
  await expectAll(paths, 200);
}

async function expectAll(paths: readonly string[], status: number): Promise<void> {
  const statuses = await Promise.all(paths.map(async (path) => (await fetch(cdn.endpoint + path)).status));
  expect(Object.fromEntries(paths.map((path, index) => [path, statuses[index]]))).toEqual(
    Object.fromEntries(paths.map((path) => [path, status])),
  );
}

/** Reports something and decides on it; the answer undoes that. */
async function decidedOn(kind: 'channel' | 'profile' | 'video' | 'clip', id: string, decision: object) {
  const reporter = await site.aUser();
  expectSuccess('POST /reports', await report(site, reporter, { kind, id }));
  await decided(site, moderator, `${kind}.${id}`, decision);
  await tick();
  return async () => {
    await decided(site, moderator, `${kind}.${id}`, { act: 'undo' });
    await tick();
  };
}

const aReadyVideo = async (change: object = {}) =>
  (await seedVideos(site.table, bea, [{ status: 'ready', ...change }]))[0]!;

/** A picture that Bea has uploaded, by its address. */
async function aPicture(): Promise<string> {
  const url = `/media/pictures/${bea.id}/${ulid()}.webp`;
  await kept(url);
  return url;
}

describe('the media of a removed item are denied by the next tick, until it is restored', () => {
  it('a video with its picture and its clips, and nothing else of the channel', async () => {
    const picture = await aPicture();
    const { id } = await aReadyVideo({ thumbnail_url: picture });
    const [clip] = await seedClips(site.table, bea, id, 1, await site.aUser());
    const other = `/media/videos/${bea.id}/${(await aReadyVideo()).id}/video.m3u8`;
    const files = [
      `/media/videos/${bea.id}/${id}/video.m3u8`,
      `/media/videos/${bea.id}/${id}/720p_00001.ts`,
      clip!.playbackUrl,
    ];
    await kept(...files, other);
    const undo = await decidedOn('video', id, REMOVE);
    await expectAll([...files, picture], 404);
    await expectAll([other], 200);
    await undo();
    await expectAll([...files, picture], 200);
  });

  it('a picture that the owner gives a removed video', async () => {
    const { id } = await aReadyVideo();
    const undo = await decidedOn('video', id, REMOVE);
    const picture = await aPicture();
    const change = { token: bea.token, body: { thumbnail_url: picture } };
    expectSuccess('PATCH /videos/{id}', await site.api('PATCH', `/videos/${id}`, change));
    await tick();
    await expectAll([picture], 404);
    await undo();
    await expectAll([picture], 200);
  });

  it('an emote, with its first frame', async () => {
    const [id, other] = [ulid(), await aPicture()];
    const url = `/media/pictures/${bea.id}/${id}.moving.gif`;
    const files = [url, url.replace('.moving.', '.still.')];
    await kept(...files);
    const sent = { token: bea.token, body: { picture_url: url, alt: 'A fan' } };
    expectSuccess(
      'PUT /rooms/{id}/emotes/{code}',
      await site.api('PUT', `/rooms/${bea.id}/emotes/hype`, sent),
    );
    const reported = { kind: 'emote', id: bea.id, message_id: id } as const;
    expectSuccess('POST /reports', await report(site, await site.aUser(), reported));
    await decided(site, moderator, `emote.${bea.id}.${id}`, REMOVE);
    await tick();
    await expectAll(files, 404);
    await expectAll([other], 200);
    await decided(site, moderator, `emote.${bea.id}.${id}`, { act: 'undo' });
    await tick();
    await expectAll(files, 200);
  });

  it('a replay of several recordings, its captions, and a clip from before it was there', async () => {
    const prefixes = [1, 2].map(
      (number) => `${IVS}/Chan${bea.id.slice(-8)}/2026/11/27/9/3${number}/Rec${ulid()}/`,
    );
    const playback_url = `/${prefixes[0]}media/hls/master.m3u8`;
    const streamId = ulid();
    const fields = { percent: 100, duration_s: 9, playback_url };
    const video = await seedReplay(site.table, bea, fields, { streamId, filesPrefixes: prefixes });
    const source = { kind: 'broadcast', id: streamId, fromMs: 0 } as const;
    const [clip] = await seedClips(site.table, bea, streamId, 1, bea, { source });
    const recorded = prefixes.map((prefix) => `/${prefix}media/hls/720p30/0.ts`);
    await kept(...recorded, clip!.playbackUrl);
    const text = '1\n00:01,000 --> 00:02,000\nA fan\n';
    const sent = { token: bea.token, body: { label: 'English', text } };
    const path = `/videos/${video.id}/captions/en`;
    const { captions } = expectSuccess(
      'PUT /videos/{id}/captions/{language}',
      await site.api('PUT', path, sent),
    );
    const files = [...recorded, captions![0]!.url, clip!.playbackUrl];
    await expectAll(files, 200);
    const undo = await decidedOn('video', video.id, REMOVE);
    await expectAll(files, 404);
    await undo();
    await expectAll(files, 200);
  });

  it('a clip, also when its source is restored', async () => {
    const { id } = await aReadyVideo();
    const [clip] = await seedClips(site.table, bea, id, 1);
    await kept(clip!.playbackUrl);
    const undoClip = await decidedOn('clip', clip!.id, REMOVE);
    await expectAll([clip!.playbackUrl], 404);
    const undo = await decidedOn('video', id, REMOVE);
    await undo();
    await expectAll([clip!.playbackUrl], 404);
    await undoClip();
    await expectAll([clip!.playbackUrl], 200);
  });

  it('a clip that is restored before its source', async () => {
    const { id } = await aReadyVideo();
    const [clip] = await seedClips(site.table, bea, id, 1);
    await kept(clip!.playbackUrl);
    const undoClip = await decidedOn('clip', clip!.id, REMOVE);
    const undo = await decidedOn('video', id, REMOVE);
    await undoClip();
    await expectAll([clip!.playbackUrl], 404);
    await undo();
    await expectAll([clip!.playbackUrl], 200);
  });

  it('the pictures of a profile', async () => {
    const pictures = [await aPicture(), await aPicture()];
    const [avatar, thumbnail_url] = pictures;
    const profile = { avatar, thumbnail_url, display_name: bea.username, description: '', schedule: '' };
    const { token } = bea;
    expectSuccess(
      'PUT /streamers/profile',
      await site.api('PUT', '/streamers/profile', { token, body: profile }),
    );
    const undo = await decidedOn('profile', bea.id, REMOVE);
    await expectAll(pictures, 404);
    await undo();
    await expectAll(pictures, 200);
  });
});

describe('all media of a suspended channel are denied by the next tick', () => {
  const SUSPEND = { act: 'suspend', reason: 'spam', days: 1 } as const;

  it('videos, broadcasts, clips, pictures and recordings, until the suspension is undone', async () => {
    const { ingestWrite } = await import('#functions/streaming/table/ingest-channels.repository.ts');
    const { transact } = await import('#functions/aws/table/write-items.ts');
    const ivsId = `Chan${bea.id.slice(-8)}`;
    const arn = `arn:aws:ivs:us-east-1:000000000000:channel/${ivsId}`;
    await transact(site.table, [ingestWrite(site.table, { channelId: bea.id, arn }, Date.now())]);
    const files = [
      `/media/videos/${bea.id}/${ulid()}/live-000001.m4s`,
      `/media/videos/${bea.id}/${ulid()}/picture-000012.jpg`,
      `/media/clips/${bea.id}/${ulid()}/clip.m3u8`,
      `/media/pictures/${bea.id}/${ulid()}.webp`,
      `/${IVS}/${ivsId}/2026/11/27/9/30/Rec${ulid()}/media/hls/720p30/0.ts`,
      `/${IVS}/${ivsId}/2026/11/27/9/30/Rec${ulid()}/media/latest_thumbnail/thumb.jpg`,
    ];
    await kept(...files);
    const undo = await decidedOn('channel', bea.id, SUSPEND);
    await expectAll(files, 404);
    await undo();
    await expectAll(files, 200);
  });

  it('a removed video stays denied after the suspension', async () => {
    const { id } = await aReadyVideo();
    const file = `/media/videos/${bea.id}/${id}/video.m3u8`;
    await kept(file);
    await decidedOn('video', id, REMOVE);
    const undo = await decidedOn('channel', bea.id, SUSPEND);
    await undo();
    await expectAll([file], 404);
  });
});
