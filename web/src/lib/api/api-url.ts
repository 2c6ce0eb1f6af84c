const BASE = '/api';

/** Builds a method and URL from a route, its parameters and its query. */
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

/** The `cursor` of `Link: <…>; rel="next"` (RFC 8288), or `null`. */
export function nextCursor(link: string | null): string | null {
  const target = link?.match(/<([^>]*)>\s*;[^,<]*\brel="?next"?/i)?.[1];
  if (target === undefined) return null;
  return new URL(target, 'http://relative').searchParams.get('cursor');
}
