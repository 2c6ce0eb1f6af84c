import { SITE_HOST } from '#shared/limits.ts';
import type { ViewerOrigin } from '#shared/people/viewer-origin.ts';
import { parseUrl } from './parse-url.ts';

const HOST = new RegExp(`^${SITE_HOST}$`);

/** Where the page was opened. */
const landing = globalThis.location?.pathname ?? '';

/** The host without what sites put before it, such as `www`. */
const bareHost = (host: string): string => host.replace(/^(?:www|m|l|lm|out|old|amp)\./, '');

function sourceOf({ referrer }: Document, { pathname, search, hostname }: Location): string {
  if (window.top !== window) return 'embed';
  if (new URLSearchParams(search).has('notified')) return 'notification';
  if (pathname !== landing) return 'site';
  const host = bareHost(parseUrl(referrer)?.hostname ?? '');
  if (host === bareHost(hostname)) return 'site';
  return HOST.test(host) ? host : 'direct';
}

/** How the viewer came to this page: the host of another site, but no address. */
export function viewerOrigin(): ViewerOrigin {
  const language = /^[a-z]{2,3}/.exec(navigator.language.toLowerCase())?.[0] ?? 'und';
  return { source: sourceOf(document, window.location), language };
}
