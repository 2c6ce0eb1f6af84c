import { useLocation } from 'react-router-dom';

/** The address of this page within the site, with its query: where to return to after logging in. */
export function useHere(): string {
  const { pathname, search, hash } = useLocation();
  return pathname + search + hash;
}
