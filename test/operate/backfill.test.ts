import { expect, it } from 'vitest';
import { getItem } from '#functions/aws/table/get-item.ts';
import { updateItem } from '#functions/aws/table/write-items.ts';
import { channelKey } from '#functions/channels/index.ts';
import { videoKey } from '#functions/videos/index.ts';
import { commandOf } from '#operate/admin/commands.ts';
import { localApi } from '#test/support/api/local-api.ts';
import { seedChannels } from '#test/support/api/table/seed-channels.ts';
import { seedVideos } from '#test/support/api/table/seed-videos.ts';

const site = await localApi();

const kinds = {
  channels: async () => (await seedChannels(site.table, 60)).map(({ id }) => channelKey(id)),
  videos: async () => {
    const videos = await seedVideos(
      site.table,
      await site.aUser(),
      Array.from({ length: 60 }, () => ({ status: 'ready' as const })),
    );
    return videos.map(({ id }) => videoKey(id));
  },
};

it.each(Object.entries(kinds))(
  'computes the keys of outdated %s, and writes no others',
  async (kind, seed) => {
    const keys = await seed();
    const run = () => commandOf(['backfill', kind])!(site.table);
    // The first run adds what is not the subject of this test.
    await run();
    const read = () => Promise.all(keys.map((key) => getItem(site.table, key)));
    const before = await read();
    const outdated = keys[7]!;
    await updateItem(site.table, outdated, { gsi1sk: 'OLD' });
    expect(await run()).toMatch(new RegExp(`^\\d+ ${kind} are up to date\\.$`));
    const version = Number(before[7]?.['version']) + 1;
    expect(await read()).toEqual(before.map((item, index) => (index === 7 ? { ...item, version } : item)));
  },
);

it('refuses an unknown kind', async () => {
  await expect(commandOf(['backfill', 'everything'])!(site.table)).rejects.toThrow(
    'The kind to backfill must be one of channels, videos.',
  );
});
