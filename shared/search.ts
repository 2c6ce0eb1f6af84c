/** Search: the screen /search of specification §2; its route is not shown there. */
import * as z from 'zod/mini';
import { Category } from './categories.ts';
import { atMost, described, entity, notEmpty, trimmedText } from './fields.ts';
import { SEARCH_MAX_LENGTH } from './limits.ts';
import { routes } from './route.ts';
import { Channel } from './streamers.ts';
import { Video } from './videos.ts';

export const SearchResults = entity('SearchResults', {
  channels: z.array(Channel),
  categories: z.array(Category),
  videos: described(z.array(Video), 'Ready and public ones'),
});
export type SearchResults = z.infer<typeof SearchResults>;

export const searchRoutes = routes({
  'GET /search': {
    summary:
      'Channels, categories and videos with a word that starts with each word of `q`; channels that are live first, then by followers, videos by views. Where those are few, what is one letter off in words of five and more follows',
    access: 'public',
    query: z.object({ q: trimmedText().check(notEmpty(), atMost(SEARCH_MAX_LENGTH)) }),
    response: SearchResults,
    cache: { freshS: 5, staleWhileRevalidateS: 30 },
  },
});
