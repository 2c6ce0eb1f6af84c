/** `npm run admin -- purge`: the next ticks delete removed media with all of their files. */
import { ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { ulid } from 'ulid';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { commandOf } from '#operate/admin/commands.ts';
import { purges } from '#operate/admin/purge.ts';
import { expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { aModerator, caseOf, decided, logOf, report } from '#test/support/api/moderation/moderators.ts';
import { seedClips } from '#test/support/api/table/seed-clips.ts';
import { seedVideos } from '#test/support/api/table/seed-videos.ts';

const REMOVE = { act: 'remove', reason: 'spam' } as const;
const REFUSAL = /^Moderation has not removed this\. .*--force/;

let bea: TestUser;
const site = await localApi({ ivs: true, storage: true, realtime: true });
const s3 = new S3Client({ endpoint: site.storage!.endpoint, forcePathStyle: true, region: 'us-east-1' });
const moderator = await aModerator(site);
afterAll(() => s3.destroy());
beforeEach(async () => {
  bea = await site.aUser();
});

const admin = (...args: readonly string[]) => commandOf(args)!(site.table);
const tick = () => site.deliver({ source: 'aws.events', 'detail-type': 'Scheduled Event', detail: {} });
const isDenied = (key: string) => site.deniedMedia.keys.exists(key);

const bucketOf = (key: string): string => {
  const { mediaBucket, recordingsBucket, uploadsBucket } = site.storage!;
  if (key.startsWith('ivs/')) return recordingsBucket;
  return key.startsWith('media/') ? mediaBucket : uploadsBucket;
};

async function store(...keys: readonly string[]): Promise<void> {
  for (const Key of keys) await s3.send(new PutObjectCommand({ Bucket: bucketOf(Key), Key, Body: 'frames' }));
}

/** Returns the keys that still have an object. */
async function left(...keys: readonly string[]): Promise<string[]> {
  const lists = keys.map(async (Prefix) => {
    const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: bucketOf(Prefix), Prefix }));
    return Contents.map(({ Key = '' }) => Key);
  });
  return (await Promise.all(lists)).flat();
}

async function decide(kind: 'channel' | 'profile' | 'video' | 'clip', id: string, decision: object) {
  const reporter = await site.aUser();
  expectSuccess('POST /reports', await report(site, reporter, { kind, id }));
  await decided(site, moderator, `${kind}.${id}`, decision);
}

const aReadyVideo = async () => (await seedVideos(site.table, bea, [{ status: 'ready' }]))[0]!.id;
const folderOf = (id: string) => `media/videos/${bea.id}/${id}/`;
const fileOf = ({ playbackUrl }: { playbackUrl: string }) => playbackUrl.slice(1);

describe('a removed video', () => {
  it('is deleted with its files and all clips, also kept ones, and stays denied meanwhile', async () => {
    const [id, other] = [await aReadyVideo(), await aReadyVideo()];
    const [clip, kept] = await seedClips(site.table, bea, id, 2, await site.aUser());
    const { token } = bea;
    expectSuccess(
      'PATCH /clips/{id}',
      await site.api('PATCH', `/clips/${kept!.id}`, { token, body: { is_kept: true } }),
    );
    const files = [`${folderOf(id)}video.m3u8`, fileOf(clip!), fileOf(kept!)];
    await store(...files, `${folderOf(other)}video.m3u8`);
    await decide('video', id, REMOVE);
    const entries = await logOf(site);
    expect(await admin('purge', 'video', id)).toBe(
      `The video ${id} and its clips are deleted permanently within minutes.`,
    );
    await tick();
    expect([id, clip!.id, kept!.id].map(isDenied)).toEqual([true, true, true]);
    await tick();
    expect(await left(...files)).toEqual([]);
    expect(await left(folderOf(other))).toHaveLength(1);
    expect((await site.api('GET', `/videos/${id}`, { token })).status).toBe(404);
    expect(await logOf(site)).toEqual(entries);
    expect((await caseOf(site, moderator, `video.${id}`)).case.decisions).toHaveLength(1);
  });

  it('is purged once, and a decision about it can still be undone', async () => {
    const id = await aReadyVideo();
    await decide('video', id, REMOVE);
    await admin('purge', 'video', id);
    await expect(admin('purge', 'video', id)).rejects.toThrow(`There is no video ${id}.`);
    await decided(site, moderator, `video.${id}`, { act: 'undo' });
    expect((await site.api('GET', `/videos/${id}`)).status).toBe(404);
  });
});

describe('media that moderation has not removed', () => {
  it('is refused and unchanged, unless forced', async () => {
    const id = await aReadyVideo();
    const [clip] = await seedClips(site.table, bea, id, 1);
    await expect(admin('purge', 'video', id)).rejects.toThrow(REFUSAL);
    await expect(admin('purge', 'clip', clip!.id)).rejects.toThrow(REFUSAL);
    await expect(admin('purge', 'channel', bea.username)).rejects.toThrow(REFUSAL);
    await expect(admin('purge', 'profile', bea.username)).rejects.toThrow(REFUSAL);
    await tick();
    expect((await site.api('GET', `/videos/${id}`)).status).toBe(200);
    await admin('purge', 'video', id, '--force');
    await tick();
    expect([isDenied(id), (await site.api('GET', `/videos/${id}`)).status]).toEqual([true, 404]);
  });

  it('and unknown ids are named', async () => {
    await expect(admin('purge', 'film', 'x')).rejects.toThrow(
      'The kind to purge must be one of video, clip, profile, channel.',
    );
    await expect(admin('purge', 'video', 'x')).rejects.toThrow('There is no video x.');
    await expect(admin('purge', 'clip', 'x')).rejects.toThrow('There is no clip x.');
    await expect(admin('purge', 'channel', 'nobody_here')).rejects.toThrow(
      'There is no account nobody_here.',
    );
  });
});

describe('a removed clip or profile', () => {
  it('is deleted with its files', async () => {
    const [clip] = await seedClips(site.table, bea, await aReadyVideo(), 1);
    const picture = `media/pictures/${bea.id}/${ulid()}.webp`;
    await store(fileOf(clip!), picture);
    const profile = { avatar: `/${picture}`, display_name: bea.username, description: '', schedule: '' };
    const { token } = bea;
    const changed = await site.api('PUT', '/streamers/profile', { token, body: profile });
    expectSuccess('PUT /streamers/profile', changed);
    await decide('clip', clip!.id, REMOVE);
    await decide('profile', bea.id, REMOVE);
    await admin('purge', 'clip', clip!.id);
    const clock = () => Date.now() - 120_000;
    await purges['profile']!(site.table, bea.username, { isForced: false, clock });
    await tick();
    await tick();
    expect(await left(fileOf(clip!), picture)).toEqual([]);
  });
});

describe('a suspended channel', () => {
  it('loses all media, keeps its account, its export and its suspension, and may come back without them', async () => {
    const { ingestWrite } = await import('#functions/streaming/table/ingest-channels.repository.ts');
    const { transact } = await import('#functions/aws/table/write-items.ts');
    const ivsId = `Chan${bea.id.slice(-8)}`;
    const arn = `arn:aws:ivs:us-east-1:000000000000:channel/${ivsId}`;
    await transact(site.table, [ingestWrite(site.table, { channelId: bea.id, arn }, Date.now())]);
    const id = await aReadyVideo();
    const [clip] = await seedClips(site.table, bea, id, 1);
    const files = [
      `${folderOf(id)}video.m3u8`,
      fileOf(clip!),
      `media/pictures/${bea.id}/${ulid()}.webp`,
      `pictures/${bea.id}/${ulid()}`,
      `ivs/v1/000000000000/${ivsId}/2026/11/27/9/30/Rec1/media/hls/720p30/0.ts`,
    ];
    const copy = `exports/${bea.id}/copy.zip`;
    await store(...files, copy);
    await decide('channel', bea.id, { act: 'suspend', reason: 'spam', days: 1 });
    await expect(admin('purge', 'channel', bea.username)).rejects.toThrow('try again in a minute');
    await tick();
    await admin('purge', 'channel', bea.username);
    await tick();
    await tick();
    expect(await left(...files)).toEqual([]);
    expect(await left(copy)).toEqual([copy]);
    expect(isDenied(bea.id)).toBe(true);
    const me = expectSuccess('GET /auth/me', await site.api('GET', '/auth/me', { token: bea.token }));
    expect(me.suspension).toBeDefined();
    await decided(site, moderator, `channel.${bea.id}`, { act: 'undo' });
    await tick();
    expect((await site.api('GET', `/streamers/${bea.username}`)).status).toBe(200);
    expect((await site.api('GET', `/videos/${id}`)).status).toBe(404);
  });
});

describe('a lost store', () => {
  it('is filled again', async () => {
    const id = await aReadyVideo();
    await decide('video', id, REMOVE);
    await tick();
    expect(await admin('deny-again')).toMatch(/^The media of \d+ items and channels are denied again/);
    await tick();
    expect(isDenied(id)).toBe(true);
  });
});
