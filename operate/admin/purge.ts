/** Permanently deletes media, with the same steps as for their owners. The tick of `events` does the work. */
import { getItem } from '#functions/aws/table/get-item.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { putItem, updateItem } from '#functions/aws/table/write-items.ts';
import { suspensionItem } from '#functions/auth/deletion/suspension.item.ts';
import { authorize } from '#functions/base/authorized.ts';
import { accountKey } from '#functions/channels/channel.item.ts';
import { clipKey, type ClipItem } from '#functions/clips/table/clip.item.ts';
import { clipsRepository } from '#functions/clips/table/clips.repository.ts';
import { folderKey, pictureKey } from '#functions/denied-media/denial.item.ts';
import { casesRepository } from '#functions/moderation/cases/cases.repository.ts';
import { findOwner } from '#functions/moderation/take-down.ts';
import { discardPicture } from '#functions/videos/discard.service.ts';
import { changeVideo, readVideo } from '#functions/videos/table/video-changes.repository.ts';
import { videosRepository } from '#functions/videos/table/videos.repository.ts';
import { workRepository } from '#functions/videos/table/work.repository.ts';

interface PurgeOptions {
  /** Also deletes what moderation has not removed. */
  readonly isForced: boolean;
  /** @default now */
  readonly clock?: () => number;
}

type Purge = (table: Table, subject: string, options: PurgeOptions) => Promise<string>;

const CLIPS_AT_ONCE = 100;

/**
 * By kind; each returns what will be deleted. Cases, decisions and the public log are kept. Throws an error with a
 * message for the operator.
 */
export const purges: Readonly<Record<string, Purge>> = {
  /** A video with its files, its own picture, and all of its clips. */
  video: async (table, id, { isForced, clock = Date.now }) => {
    const video = await readVideo(table, id);
    if (!video) throw new Error(`There is no video ${id}.`);
    requireRemoval(video.is_removed, isForced);
    await changeVideo(table, id, () => ({ is_removed: true }));
    for (const source of new Set([id, folderKey(video.files_prefix)]))
      await purgeClipsOf(table, source, clock);
    const owned = authorize(video.channel_id, video.channel_id, video, 'video');
    const jobId = (await workRepository(table).find(id))?.jobId;
    const now = { sinceMs: clock(), dueMs: clock() };
    await videosRepository(table).remove(owned, { ...now, ...(jobId && { jobId }) });
    return `The video ${id} and its clips are`;
  },
  clip: async (table, id, { isForced, clock = Date.now }) => {
    const clip = await getItem<ClipItem>(table, clipKey(id));
    if (clip?.state !== 'there') throw new Error(`There is no clip ${id}.`);
    requireRemoval(clip.is_removed, isForced);
    await purgeClip(table, id, clock);
    return `The clip ${id} is`;
  },
  /** The pictures of a removed profile, unless a fan or video of the person uses them. They stay denied. */
  profile: async (table, name, { clock = Date.now }) => {
    const id = await ownerOf(table, name);
    const cases = await casesRepository(table).findMany([`profile.${id}`, `channel.${id}`]);
    const removals = cases.filter(({ decisions }) => decisions.some(({ act }) => act === 'remove'));
    requireRemoval(removals.length > 0, false);
    const urls = removals.flatMap(({ removed = {} }) => [removed['avatar'], removed['thumbnail_url']]);
    const pictures = new Set(urls.map(String).filter((url) => pictureKey(url).length > 0));
    for (const url of pictures) await discardPicture({ works: workRepository(table), clock }, id, url);
    return `${pictures.size} pictures of ${name} are`;
  },
  /** All media of a channel. The account and a suspension are kept. */
  channel: async (table, name, { isForced, clock = Date.now }) => {
    const id = await ownerOf(table, name);
    const account = await getItem<{ suspended?: { until: string | null } }>(table, accountKey(id));
    requireRemoval(account?.suspended !== undefined, isForced);
    const until = account?.suspended?.until ?? null;
    const work = {
      id,
      dueMs: clock(),
      phase: 'purge',
      untilMs: until === null ? null : Date.parse(until),
    } as const;
    const isQuiet = {
      if: 'attribute_not_exists(pk) OR #phase = :held',
      names: { '#phase': 'phase' },
      values: { ':held': 'held' },
    };
    if (!(await putItem(table, suspensionItem(work), isQuiet)))
      throw new Error(`The suspension of ${name} is in progress; try again in a minute.`);
    return `All media of ${name} are`;
  },
};

function requireRemoval(isRemoved: boolean | undefined, isForced: boolean): void {
  if (!isRemoved && !isForced)
    throw new Error('Moderation has not removed this. Remove or suspend it first, or use --force.');
}

async function ownerOf(table: Table, name: string): Promise<string> {
  const id = await findOwner(table, name);
  if (id === undefined) throw new Error(`There is no account ${name}.`);
  return id;
}

/** Denied for as long as caches may contain it. */
async function purgeClip(table: Table, id: string, clock: () => number): Promise<void> {
  await updateItem(table, clipKey(id), { is_removed: true }, { if: 'attribute_exists(pk)' });
  await clipsRepository(table).remove(id, clock());
}

async function purgeClipsOf(table: Table, id: string, clock: () => number): Promise<void> {
  let cursor: string | undefined;
  do {
    const page = await clipsRepository(table).list({ of: 'source', id, limit: CLIPS_AT_ONCE, cursor });
    for (const clip of page.items) await purgeClip(table, clip.id, clock);
    cursor = page.next;
  } while (cursor);
}
