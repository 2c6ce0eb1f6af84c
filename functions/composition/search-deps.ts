import { SEARCH_RESULTS } from '#shared/limits.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { clipSearch } from '#functions/clips/clip-search.repository.ts';
import { findFans } from '#functions/fans/finding.service.ts';
import { foundFansRepository } from '#functions/fans/table/found-fans.repository.ts';
import type { SearchDeps } from '#functions/search/search.service.ts';
import { findVisibleByIds } from '#functions/videos/table/visible-by-ids.repository.ts';

export function clipsAndFans(table: Table): Pick<SearchDeps, 'clips' | 'findFans'> {
  const fans = { fanSearch: foundFansRepository(table), findVisible: findVisibleByIds(table) };
  return {
    clips: clipSearch(table),
    findFans: async (q) => (await findFans(fans, { q, limit: SEARCH_RESULTS, cursor: undefined })).fans,
  };
}
