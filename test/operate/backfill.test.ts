import { ulid } from 'ulid';
import { expect, it } from 'vitest';
import { getItem } from '#functions/aws/table/get-item.ts';
import { putItem, updateItem } from '#functions/aws/table/write-items.ts';
import { channelKey } from '#functions/channels/index.ts';
import { commentItem } from '#functions/comments/comment.item.ts';
import { commentsRepository } from '#functions/comments/comments.repository.ts';
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

it('lists comments from before their likes among the best', async () => {
  const gale = await site.aUser();
  const [video] = await seedVideos(site.table, gale, [{ status: 'ready' }]);
  const under = { kind: 'video', id: video!.id } as const;
  const write = (at: number, likes?: number) => {
    const {
      gsi2pk: _,
      gsi2sk: __,
      ...before
    } = commentItem(under, {
      id: ulid(at),
      author_id: gale.id,
      text: `${at}`,
      at: new Date(at).toISOString(),
    });
    return putItem(site.table, { ...before, ...(likes !== undefined && { likes }) });
  };
  await Promise.all([write(1), write(2, 120), write(3)]);
  for (const _ of ['once', 'repeated']) await commandOf(['backfill', 'comments'])!(site.table);
  const { items } = await commentsRepository(site.table).listBest(under, { limit: 3, cursor: undefined });
  expect(items.map(({ text }) => text)).toEqual(['2', '3', '1']);
});

it('refuses an unknown kind', async () => {
  await expect(commandOf(['backfill', 'everything'])!(site.table)).rejects.toThrow(
    'The kind to backfill must be one of channels, comments, videos.',
  );
});
