import { categoryNumbersRepository } from '#functions/categories/categories.repository.ts';
import { listCategories } from '#functions/categories/categories.service.ts';
import { channelNames } from '#functions/channels/table/channels.repository.ts';
import { clipSearch } from '#functions/clips/table/clip-search.repository.ts';
import { findFans } from '#functions/fans/finding.service.ts';
import { foundFansRepository } from '#functions/fans/table/found-fans.repository.ts';
import type { FeatureContext } from '#functions/http/context.ts';
import { videoSearch } from '#functions/videos/table/video-search.repository.ts';
import { findVisibleByIds } from '#functions/videos/table/visible-by-ids.repository.ts';
import { searchRepository } from './search.repository.ts';
import { searchApp } from './search.routes.ts';

export function feature({ table }: FeatureContext) {
  const fans = { fanSearch: foundFansRepository(table), findVisible: findVisibleByIds(table) };
  return searchApp({
    index: searchRepository(table),
    names: channelNames(table),
    categories: { list: () => listCategories({ numbers: categoryNumbersRepository(table) }) },
    videos: videoSearch(table),
    clips: clipSearch(table),
    findFans: async (q, limit) => (await findFans(fans, { q, limit, cursor: undefined })).fans,
  });
}
