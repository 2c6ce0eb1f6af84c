/** What other programs read: feeds of channels (RSS 2.0), sitemaps, and robots.txt (RFC 9309). */
import * as z from 'zod/mini';
import { described } from '../base/fields.ts';
import { routes } from '../base/route.ts';

const XML = 'application/xml; charset=utf-8';

/** A hidden video may remain listed for this long. */
const cache = { freshS: 60, staleWhileRevalidateS: 0 };

export const feedsRoutes = routes({
  'GET /feeds/channels/{username}': {
    summary:
      'A channel’s newest public videos as RSS 2.0; the site has it at `/channel/{username}/feed.xml` too',
    access: 'public',
    params: z.object({ username: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)) }),
    response: z.string(),
    contentType: 'application/rss+xml; charset=utf-8',
    cache,
    errors: ['not_found'],
  },
  'GET /feeds/sitemap': {
    summary: 'Where all that is to be found stands, day by day (sitemaps.org); at `/sitemap.xml` too',
    access: 'public',
    response: z.string(),
    contentType: XML,
    cache,
  },
  'GET /feeds/sitemap/{part}': {
    summary: 'The public videos of a day, and the channels of those who came that day and have been live',
    access: 'public',
    params: z.object({
      part: described(
        z.string().check(z.regex(/^(site|\d{4}-\d{2}-\d{2})$/)),
        'A day (UTC); or `site`, for what is no person’s',
      ),
    }),
    response: z.string(),
    contentType: XML,
    cache,
  },
  'GET /feeds/robots': {
    summary: 'What robots may read (RFC 9309); at `/robots.txt` too',
    access: 'public',
    response: z.string(),
    contentType: 'text/plain; charset=utf-8',
    cache,
  },
});
