import { CATEGORIES } from '#shared/plain/category-list.ts';
import { SCREENS_IN_SITEMAP } from '#shared/plain/screens.ts';
import { DAY_MS } from '#shared/plain/time.ts';
import { dayOf } from '#functions/base/day.ts';
import { element, xmlDocument } from '#functions/base/text/xml.ts';

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** The protocol's limit of sitemaps in an index. */
const MAX_PARTS = 50_000;

/** Screens that belong to no person. */
const SCREENS = [
  ...SCREENS_IN_SITEMAP,
  ...CATEGORIES.map(({ name }) => `/category/${encodeURIComponent(name)}`),
];

/** One sitemap for the site itself, and one for each day from `firstMs` on; the newest if there are too many. */
export function sitemapIndex(siteUrl: string, firstMs: number, nowMs: number): string {
  const days = [];
  for (let day = dayOf(firstMs); day <= dayOf(nowMs); day = dayOf(Date.parse(day) + DAY_MS)) days.push(day);
  const parts = ['site', ...days.slice(1 - MAX_PARTS)];
  const entries = parts.map(
    (part) => `<sitemap>${element('loc', `${siteUrl}/sitemap/${part}.xml`)}</sitemap>`,
  );
  return xmlDocument('sitemapindex', NAMESPACE, entries);
}

export const sitemapOf = (siteUrl: string, paths: readonly string[]): string =>
  xmlDocument(
    'urlset',
    NAMESPACE,
    paths.map((path) => `<url>${element('loc', siteUrl + path)}</url>`),
  );

export const siteSitemap = (siteUrl: string): string => sitemapOf(siteUrl, SCREENS);

/** Screens for signed-in people. */
const OWN = [
  '/settings',
  '/go-live',
  '/upload',
  '/following',
  '/watch-later',
  '/liked',
  '/history',
  '/change-password',
  '/moderation',
  '/news/',
];

/** Public API routes, because search engines run the application. */
const ALLOWED = ['streamers', 'videos', 'categories', 'schedules', 'feeds'];

/** `robots.txt` (RFC 9309; `Sitemap` is of sitemaps.org). */
export const robots = (siteUrl: string): string =>
  [
    'User-agent: *',
    'Disallow: /api/',
    ...ALLOWED.map((feature) => `Allow: /api/${feature}`),
    ...OWN.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
    '',
  ].join('\n');
