import type { ViewerOrigin } from '#shared/people/viewer-origin.ts';

/** Where the page was opened. */
const landing = globalThis.location?.pathname ?? '';

/** The host without what sites put before it, such as `www`. */
const bareHost = (url: string): string => new URL(url).hostname.replace(/^(?:www|m|l|lm|out|old|amp)\./, '');

function sourceOf({ referrer }: Document, { pathname, search, hostname }: Location): string {
  if (window.top !== window) return 'embed';
  if (new URLSearchParams(search).has('notified')) return 'notification';
  if (pathname !== landing) return 'site';
  if (!URL.canParse(referrer)) return 'direct';
  const host = bareHost(referrer);
  if (host === bareHost(`https://${hostname}`)) return 'site';
  return /^(?:[a-z\d-]{1,63}\.){1,4}[a-z\d-]{2,24}$/.test(host) ? host : 'direct';
}

/** How the viewer came to this page: the host of another site, but no address. */
export function viewerOrigin(): ViewerOrigin {
  const language = /^[a-z]{2,3}/.exec(navigator.language.toLowerCase())?.[0] ?? 'und';
  return { source: sourceOf(document, window.location), language };
}
