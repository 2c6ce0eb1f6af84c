import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PAGE_LIMIT_MAX } from '#shared/limits.ts';
import type { Video, VideoUpload, Visibility } from '#shared/videos/videos.ts';
import type { Api } from '../api.ts';
import type { DemoVideo } from '../cast/videos.ts';
import { renderLoop } from '../film/loop.ts';
import { SCENE_HEIGHT } from '../film/scene.ts';
import { scenes } from '../film/scenes.ts';
import { nameFans } from './collections.ts';
import { eachItem, type StepOptions } from './each-item.ts';
import type { Person } from './people.ts';

const HEIGHT_PX = 360;

export interface VideosOptions extends StepOptions {
  readonly videos: readonly DemoVideo[];
  /** Height of the films in pixels. @default 360 */
  readonly heightPx?: number | undefined;
}

/** Films and publishes missing videos. */
export async function publishVideos({
  videos,
  heightPx = HEIGHT_PX,
  ...options
}: VideosOptions): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'fanfare-videos-'));
  try {
    // One after another, because filming uses a whole core.
    await eachItem(options, {
      items: videos,
      failed: ({ title }, { channel }) => `'${title}' of ${channel.displayName} is not published`,
      act: (owner, video) => publishMissing(owner, video, { ...options, folder, heightPx }),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Filming extends Pick<StepOptions, 'signal' | 'say'> {
  readonly folder: string;
  readonly heightPx: number;
}

async function publishMissing(
  owner: Person,
  video: DemoVideo,
  { folder, heightPx, signal, say }: Filming,
): Promise<void> {
  const { displayName, scenery } = owner.channel;
  if (await hasVideo(owner, video.title)) return;
  say(`Filming '${video.title}' for ${displayName}`);
  const scene = scenes[video.scene](scenery, heightPx / SCENE_HEIGHT);
  const film = await renderLoop(scene, folder, video.username, signal);
  const { id } = await publishVideo(owner.api, video, await readFile(film));
  await nameFans(owner, id);
}

/** Returns whether it is among the owner's latest videos, including those being processed. */
async function hasVideo({ api, id }: Person, title: string): Promise<boolean> {
  const latest = await api.call('GET /videos', { query: { channel: id, limit: PAGE_LIMIT_MAX } });
  return latest.some((video) => video.title === title);
}

export interface PublishedDetails extends Omit<DemoVideo, 'scene'> {
  /** @default 'public' */
  readonly visibility?: Visibility;
}

/** Uploads an MP4 in parts and publishes it. The site then processes it for viewers. */
export async function publishVideo(api: Api, video: PublishedDetails, mp4: Buffer): Promise<Video> {
  const { username, title, category, description, tags, visibility = 'public' } = video;
  const announced = { filename: `${username}.mp4`, size: mp4.length, content_type: 'video/mp4' };
  const upload = await api.call('POST /videos/upload', { body: announced });
  const params = { upload_id: upload.upload_id };
  try {
    const parts = await sendParts(upload, mp4);
    const body = { parts };
    const { video_url } = await api.call('POST /videos/upload/{upload_id}/complete', { params, body });
    const details = { video_url, title, category, description, tags: [...tags], visibility };
    return await api.call('POST /videos/publish', { body: details });
  } catch (error) {
    // The site limits the number of incomplete uploads.
    await api.call('DELETE /videos/upload/{upload_id}', { params }).catch(() => {});
    throw error;
  }
}

async function sendParts({ parts, part_size }: VideoUpload, mp4: Buffer) {
  const stored: { part_number: number; etag: string }[] = [];
  for (const { part_number, url } of parts) {
    const from = (part_number - 1) * part_size;
    const body = new Uint8Array(mp4.subarray(from, from + part_size));
    const answer = await fetch(url, { method: 'PUT', body });
    const etag = answer.headers.get('ETag');
    if (!answer.ok || !etag) {
      throw new Error(`Part ${part_number} was not stored: ${answer.status} ${await answer.text()}`);
    }
    stored.push({ part_number, etag });
  }
  return stored;
}
