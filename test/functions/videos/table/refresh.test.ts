import { expect, it } from 'vitest';
import { updateItem } from '#functions/aws/table/write-items.ts';
import { readVideo, refreshListedVideos } from '#functions/videos/table/video-changes.repository.ts';
import { videoKey } from '#functions/videos/table/video.item.ts';
import { localApi } from '#test/support/api/local-api.ts';
import { seedVideos } from '#test/support/api/table/seed-videos.ts';

const site = await localApi();

it('stores the words of a video by the current rules, and changes no other', async () => {
  const owner = await site.aUser();
  const seeds = [{ title: 'Old breeze' }, { title: 'New breeze' }];
  const [old, other] = await seedVideos(
    site.table,
    owner,
    seeds.map((one) => ({ status: 'ready', ...one })),
  );
  const stored = async (video = old) => (await readVideo(site.table, video!.id))!;
  const [{ words }, { version }] = [await stored(), await stored(other)];
  await updateItem(site.table, videoKey(old!.id), { words: ['earlier'] });
  for await (const _ of refreshListedVideos(site.table, owner.id));
  expect((await stored()).words).toEqual(words);
  expect((await stored(other)).version).toBe(version);
});
