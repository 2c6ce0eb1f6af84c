import { CATEGORIES } from '../../shared/plain/category-list.ts';
import { DAY_MS } from '../../shared/plain/time.ts';
import { dayOf } from '../base/day.ts';
import { element, xmlDocument } from '../base/xml.ts';

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Sitemaps that an index may name: the protocol's limit. */
const MAX_PARTS = 50_000;

/** The screens that are no person's. */
const SCREENS = [
  '/',
  '/browse',
  '/about',
  ...CATEGORIES.map(({ name }) => `/category/${encodeURIComponent(name)}`),
];

/** Names one sitemap for the site itself, and one for each day from `firstMs` on; the newest where there are too many. */
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

/** Screens that show nothing to who is not signed in. */
const OWN = ['/settings', '/go-live', '/upload', '/following', '/change-password', '/moderation', '/news/'];

/** Of the API, what pages show to everybody: search engines run the application. */
const ALLOWED = ['streamers', 'videos', 'categories', 'schedules', 'feeds'];

/** What robots may read (RFC 9309; `Sitemap` is of sitemaps.org). */
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
