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
