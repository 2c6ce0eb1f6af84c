import { type SharedPage, shareBySheet } from '../../lib/share-by-sheet.ts';
import { useCopy } from './use-copy.ts';

/** Answers a function that shares a page through the system's share sheet; where there is none, its link is copied. */
export function useShare(): (page: SharedPage) => Promise<void> {
  const copy = useCopy();
  return async (page) => {
    if (!(await shareBySheet(page))) await copy(page.url);
  };
}
