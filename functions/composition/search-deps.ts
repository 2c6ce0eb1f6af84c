import { SEARCH_RESULTS } from '../../shared/limits.ts';
import type { Table } from '../aws/table/table.ts';
import { clipSearch } from '../clips/clip-search.repository.ts';
import { findFans } from '../fans/finding.service.ts';
import { foundFansRepository } from '../fans/table/found-fans.repository.ts';
import type { SearchDeps } from '../search/search.service.ts';
import { findVisibleByIds } from '../videos/table/visible-by-ids.repository.ts';

export function clipsAndFans(table: Table): Pick<SearchDeps, 'clips' | 'findFans'> {
  const fans = { fanSearch: foundFansRepository(table), findVisible: findVisibleByIds(table) };
  return {
    clips: clipSearch(table),
    findFans: async (q) => (await findFans(fans, { q, limit: SEARCH_RESULTS, cursor: undefined })).fans,
  };
}
