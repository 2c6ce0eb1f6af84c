/** Categories: specification §3, §5 (the ten; free text on /go-live-advanced) and §7 (`/categories`). */
import * as z from 'zod/mini';
import { count, described, entity, notEmpty, PageQuery, trimmedText } from '../base/fields.ts';
import { routes } from '../base/route.ts';
import { OF_LISTS } from '../plain/freshness.ts';
import { Channel } from './channels.ts';
import { NamedVideo } from '../videos/videos.ts';

export { CATEGORIES, categoryIdOf } from '../plain/category-list.ts';

export const Category = entity('Category', {
  id: z.string(),
  name: z.string(),
  thumbnail_url: described(z.string(), 'URL of its art; empty for one that somebody made up'),
  viewers: count(),
});
export type Category = z.infer<typeof Category>;

const params = z.object({
  id: described(
    trimmedText().check(notEmpty(), z.maxLength(100)),
    'An id, or a name in any case: a category is there for whatever a channel or a video bears',
  ),
});

export const categoriesRoutes = routes({
  'GET /categories': {
    summary: 'The categories with the viewers of their live channels',
    access: 'public',
    response: z.array(Category),
    cache: OF_LISTS,
  },
  'GET /categories/{id}': {
    summary: 'One category of any name; empty if no channel or video has it',
    access: 'public',
    params,
    response: Category,
    cache: OF_LISTS,
  },
  'GET /categories/{id}/streamers': {
    summary: 'The channels of a category: live ones first (by viewers), then the others (by followers)',
    access: 'public',
    params,
    query: z.object(PageQuery),
    response: z.array(Channel),
    paged: true,
    cache: OF_LISTS,
  },
  'GET /categories/{id}/videos': {
    summary: 'The videos and replays of a category that everybody may see, newest first',
    access: 'public',
    params,
    query: z.object(PageQuery),
    response: z.array(NamedVideo),
    paged: true,
    cache: OF_LISTS,
  },
});
