import { useEffect } from 'react';

const SITE = 'Fanfare';

/** Names the page in the browser's tab and history; without a name, the site alone. */
export function useDocumentTitle(page?: string): void {
  useEffect(() => {
    document.title = page ? `${page} · ${SITE}` : SITE;
  }, [page]);
}
