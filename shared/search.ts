/** Search: the screen /search of specification §2; its route is not shown there. */
import * as z from 'zod';
import { Category } from './categories.ts';
import { text } from './fields.ts';
import { SEARCH_MAX_LENGTH } from './limits.ts';
import { routes } from './route.ts';
import { Channel } from './streamers.ts';

export const SearchResults = z
  .object({ channels: z.array(Channel), categories: z.array(Category) })
  .meta({ id: 'SearchResults' });
export type SearchResults = z.infer<typeof SearchResults>;

export const searchRoutes = routes({
  'GET /search': {
    summary:
      'Channels and categories with a word that starts with each word of `q`; live ones first, then by followers',
    access: 'public',
    query: z.object({
      q: text()
        .trim()
        .min(1, 'is required')
        .max(SEARCH_MAX_LENGTH, `must have at most ${SEARCH_MAX_LENGTH} characters`),
    }),
    response: SearchResults,
    cache: { freshS: 5, staleWhileRevalidateS: 30 },
  },
});
