/** Addresses of the API: building a request's, reading a list's next page. */

const BASE = '/api';

/** `GET /streamers/{username}` with its parameters and query, as a method and an address on this site. */
export function requestUrl(
  name: string,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): { method: string; url: string } {
  const [method = '', template = ''] = name.split(' ');
  const path = template.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(params[key])));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined) search.set(key, String(value));
  }
  return { method, url: `${BASE}${path}${search.size > 0 ? `?${search}` : ''}` };
}

/** The `cursor` inside `Link: <…>; rel="next"` (RFC 8288), or `null` when the header names no next page. */
export function nextCursor(link: string | null): string | null {
  const target = link?.match(/<([^>]*)>\s*;[^,<]*\brel="?next"?/i)?.[1];
  if (target === undefined) return null;
  return new URL(target, 'http://relative').searchParams.get('cursor');
}
