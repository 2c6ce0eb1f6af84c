import { clipsRepository } from '#functions/clips/table/clips.repository.ts';
import { deniedMediaStore } from '#functions/denied-media/denied-media.cloudfront.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import type { Table } from '#functions/aws/table/table.ts';
import type { DenialDeps } from '#functions/denied-media/denials.service.ts';
import { replayKey } from '#functions/videos/table/video.item.ts';
import { denialsRepository } from '#functions/denied-media/denials.repository.ts';

const PAGE = 100;

/** For the tick. Loaded lazily, because few ticks have denials. */
export const denialDeps = (table: Table, arn: string): DenialDeps => ({
  denials: denialsRepository(table),
  store: async () => deniedMediaStore({ ...table.client.config, arn }),
  clipsOf: async (id) => {
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await clipsRepository(table).list({ of: 'source', id, limit: PAGE, cursor });
      ids.push(...page.items.map((clip) => clip.id));
      cursor = page.next;
    } while (cursor);
    return ids;
  },
  videoOfClip: async (id) => {
    const found = await clipsRepository(table).find(id);
    const source = found?.state === 'ready' ? found.clip.source : undefined;
    if (source?.kind !== 'broadcast') return source?.id;
    return (await getItem<{ video_id: string }>(table, replayKey(source.id)))?.video_id;
  },
  clock: Date.now,
});
