import { PutObjectCommand } from '@aws-sdk/client-s3';
import { ulid } from 'ulid';
import { commentsRepository } from '#functions/comments/comments.repository.ts';
import { aFanBody } from '../fan-bodies.ts';
import { expectSuccess } from '../contract-checks.ts';
import type { LocalApi, TestUser } from '../local-api.ts';
import { watchVideo } from '../passes.ts';
import { seedClips } from '../table/seed-clips.ts';
import { OUTPUTS, seedReplay, seedVideos } from '../table/seed-videos.ts';
import type { VideosStage } from '../videos/videos-stage.ts';
import { inBothOrders, send, type Seeding } from './seeding.ts';

const chaptersAbout = (name: string): string => `0:00 ${name}\n0:20 ${name} again\n0:40 ${name} at last`;

export const MP4 = Buffer.from('\0\0\0\x18ftypisom and more', 'latin1');

/** One that is public, one that is private and one that failed, with a file each. */
export async function videos({ stage, site, person, name, ids }: Seeding): Promise<void> {
  const seeded = await seedVideos(site.table, person, [
    { status: 'ready', title: `All about ${name}`, duration_s: 60, description: chaptersAbout(name) },
    { status: 'ready', title: `${name} in private`, visibility: 'private' },
    { status: 'failed', title: `${name} is broken` },
  ]);
  ids.videoIds = seeded.map(({ id }) => id);
  for (const id of ids.videoIds) await putMedia(stage, `media/videos/${person.id}/${id}/video.m3u8`, '#');
}

export async function replay({ site, person, name, ids }: Seeding): Promise<void> {
  const { id } = await seedReplay(site.table, person, { ...OUTPUTS, title: `${name} again` });
  ids.replayId = id;
}

/** Of the first video, with its playlist. */
export async function captions(seeding: Seeding): Promise<void> {
  const { stage, person, name, ids } = seeding;
  await putMedia(stage, OUTPUTS.playback_url.slice(1), '#EXTM3U\n');
  const body = { label: name, text: `1\n00:00:01,000 --> 00:00:02,000\n${name}\n` };
  const path = `/videos/${ids.videoIds[0]}/captions/en`;
  await send(seeding, person, 'PUT /videos/{id}/captions/{language}', path, { body });
}

/** One in parts that is not finished, and one that is not published. */
export async function uploads({ stage, site, person }: Seeding): Promise<void> {
  await stage.begin(person, MP4.length);
  const form = new FormData();
  form.set('file', new File([MP4], 'fan.mp4', { type: 'video/mp4' }));
  await site.api('POST', '/videos/upload', { token: person.token, body: form });
}

/** Two, which the stream and the videos show. Of the second, little is known. */
export async function fans(seeding: Seeding): Promise<void> {
  const { person, name, ids } = seeding;
  ids.fanIds = [ulid(), ulid()];
  const known = aFanBody({ maker: name });
  const { maker, model, kind, year, noise_dba } = known;
  for (const [index, fan] of [known, { maker, model, kind, year, noise_dba }].entries())
    await send(seeding, person, 'PUT /fans/{id}', `/fans/${ids.fanIds[index]}`, { body: fan });
  const body = { fan_ids: ids.fanIds };
  await send(seeding, person, 'PUT /fans/streams', '/fans/streams', { body });
  for (const id of ids.videoIds)
    await send(seeding, person, 'PUT /fans/videos/{video_id}', `/fans/videos/${id}`, { body });
}

/** Of the person under their own video, of each under a video of the other's, and the setting. */
export async function comments(seeding: Seeding): Promise<void> {
  const { site, person, friend, name, ids } = seeding;
  const [videoId = ''] = ids.videoIds;
  const once = { headers: { 'idempotency-key': 'once' } };
  const route = 'POST /comments/{kind}/{id}';
  const comment = { ...once, body: { text: `${name} hums` } };
  ids.commentId = (await send(seeding, person, route, `/comments/video/${videoId}`, comment)).id;
  const replies = `/comments/video/${videoId}/${ids.commentId}/replies`;
  const reply = { body: { text: `${name} hums along` } };
  await send(seeding, person, 'POST /comments/{kind}/{id}/{comment_id}/replies', replies, reply);
  const like = `/comments/video/${videoId}/${ids.commentId}/like`;
  await send(seeding, person, 'PUT /comments/{kind}/{id}/{comment_id}/like', like, {});
  const body = { writers: 'followers' };
  await send(seeding, person, 'PUT /comments/settings', '/comments/settings', { body });
  // Not by the API, because they have blocked each other.
  const { add } = commentsRepository(site.table);
  const of = await unlistedVideo(site, friend);
  for (const [author, id] of [
    [person, of],
    [friend, videoId],
  ] as const) {
    const other = { id: ulid(), author_id: author.id, text: `${name} turns`, at: new Date().toISOString() };
    await add({ commented: { kind: 'video', id }, comment: other, key: undefined }, Date.now());
  }
}

/** A video to watch later, one that is liked, one that was watched, a visit and settings. */
export async function library(seeding: Seeding): Promise<void> {
  const { person, ids } = seeding;
  const [videoId] = ids.videoIds;
  const later = 'PUT /library/watch-later/{video_id}';
  await send(seeding, person, later, `/library/watch-later/${videoId}`);
  await send(seeding, person, 'PUT /library/likes/{kind}/{id}', `/library/likes/video/${videoId}`);
  const watched = { body: { position_s: 5 } };
  const history = 'PUT /library/history/{video_id}';
  await send(seeding, person, history, `/library/history/${videoId}`, watched);
  await send(seeding, person, 'POST /library/visits', '/library/visits');
  const paused = { body: { is_paused: true } };
  await send(seeding, person, 'PUT /library/settings', '/library/settings', paused);
}

/** By a visitor. */
export async function views({ site, ids }: Seeding): Promise<void> {
  expectSuccess('POST /videos/{id}/views', await watchVideo(site, ids.videoIds[0]!));
}

/** Each has made a clip of a video of the other's: of the person's first one, if there is any. */
export async function clips(seeding: Seeding): Promise<void> {
  const { stage, site, person, ids } = seeding;
  for (const [clipper, owner] of inBothOrders(seeding)) {
    const isFirst = owner === person && ids.videoIds.length > 0;
    const videoId = isFirst ? ids.videoIds[0]! : await unlistedVideo(site, owner);
    const [clip] = await seedClips(site.table, owner, videoId, 1, clipper);
    await putMedia(stage, clip!.playbackUrl.slice(1), '#');
    if (owner === person) ids.clipId = clip!.id;
  }
}

/** A public one, with the person's video and clip, and a private one. */
export async function playlists(seeding: Seeding): Promise<void> {
  const { person, name, ids } = seeding;
  const create = async (title: string, visibility: string) => {
    const request = {
      body: { title, visibility },
      headers: { 'idempotency-key': title.replaceAll(' ', '_') },
    };
    return (await send(seeding, person, 'POST /library/playlists', '/library/playlists', request)).id;
  };
  await create(`${name} alone`, 'private');
  ids.playlistId = await create(`${name} turns`, 'public');
  for (const entry of [`video/${ids.videoIds[0]}`, `clip/${ids.clipId}`]) {
    const path = `/library/playlists/${ids.playlistId}/entries/${entry}`;
    await send(seeding, person, 'PUT /library/playlists/{id}/entries/{kind}/{entry_id}', path);
  }
}

async function unlistedVideo({ table }: LocalApi, owner: TestUser): Promise<string> {
  const [video] = await seedVideos(table, owner, [{ status: 'ready', visibility: 'unlisted' }]);
  return video!.id;
}

async function putMedia({ s3, site }: VideosStage, Key: string, Body: string): Promise<void> {
  await s3.send(new PutObjectCommand({ Bucket: site.storage?.mediaBucket ?? '', Key, Body }));
}
