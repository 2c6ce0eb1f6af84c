/** @module-tag slow */
import { expect, it } from 'vitest';
import { listCategoryVideos } from '#functions/categories/categories.service.ts';
import { channelNames } from '#functions/channels/table/channels.repository.ts';
import { exactSpellings } from '#functions/word-index/spelling.ts';
import { putItem } from '#functions/aws/table/write-items.ts';
import { transcriptWordKey } from '#functions/videos/table/transcript.item.ts';
import { SEARCH_RESULTS } from '#shared/limits.ts';
import { videoSearch } from '#functions/videos/table/video-search.repository.ts';
import { videosRepository } from '#functions/videos/table/videos.repository.ts';
import { getVideo, latestVideos, listVideos } from '#functions/videos/videos.service.ts';
import type { Video } from '#shared/videos/videos.ts';
import { localApi } from '#test/support/api/local-api.ts';
import { measureUnits } from '#test/support/api/table/read-units.ts';
import { seedVideos } from '#test/support/api/table/seed-videos.ts';

const site = await localApi();
const ada = await site.aUser();
const unitsOf = measureUnits(site.table);

const READY = { status: 'ready', title: 'Turning', description: 'Brass, three speeds. '.repeat(10) } as const;
/** Seeds videos in which “humming” is said. */
async function seed(count: number, change: Partial<Video>): Promise<Video[]> {
  const changes = Array.from({ length: count }, () => change);
  const videos = await seedVideos(site.table, ada, changes);
  for (const { id } of videos)
    await putItem(site.table, { ...transcriptWordKey(id, 'humming'), at_s: 12_345 });
  return videos;
}

async function costs(id: string): Promise<Record<string, number>> {
  const videos = videosRepository(site.table);
  const names = channelNames(site.table);
  const search = videoSearch(site.table);
  const page = { channel: ada.id, limit: 10 };
  const { next } = await listVideos({ videos }, undefined, page);
  const reads: Record<string, () => Promise<unknown>> = {
    'GET /videos': () => listVideos({ videos }, undefined, page),
    'GET /videos, the owner': () => listVideos({ videos }, ada.id, page),
    'GET /videos/latest': () => latestVideos({ videos, names }, { limit: 10, cursor: undefined }),
    'GET /categories/{id}/videos': () =>
      listCategoryVideos({ videos, names }, 'box-fans', { limit: 10, cursor: undefined }),
    'the second page': () => listVideos({ videos }, undefined, { ...page, cursor: next }),
    'GET /videos/{id}': () => getVideo({ videos }, undefined, id),
    'GET /search, a word of all': () => search.findByWords(exactSpellings(['turn'])),
    'GET /search, a word that is said in all': () =>
      search.findByTranscript(exactSpellings(['humming']), { except: new Set(), most: SEARCH_RESULTS }),
    'GET /search, a word of none': () => search.findByWords(exactSpellings(['nobody'])),
  };
  const units: Record<string, number> = {};
  for (const [name, read] of Object.entries(reads)) units[name] = await unitsOf(read);
  return units;
}

it('reading videos costs the same, however many there are', async () => {
  const [first] = await seed(60, READY);
  const before = await costs(first!.id);
  for (const units of Object.values(before)) expect(units).toBeGreaterThan(0);
  await seed(30, READY);
  expect(await costs(first!.id)).toEqual(before);
  await seed(20, { ...READY, status: 'failed' });
  const { 'GET /videos, the owner': _, ...hidden } = await costs(first!.id);
  expect(before).toMatchObject(hidden);
});
