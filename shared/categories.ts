/** Categories: specification §3, §5 (the ten) and §7 (`/categories`). */
import * as z from 'zod/mini';
import { count, entity, PageQuery } from './fields.ts';
import { routes } from './route.ts';
import { Channel } from './streamers.ts';

export { CATEGORIES } from './category-list.ts';

export const Category = entity('Category', {
  id: z.string(),
  name: z.string(),
  thumbnail_url: z.string(),
  viewers: count(),
});
export type Category = z.infer<typeof Category>;

export const categoriesRoutes = routes({
  'GET /categories': {
    summary: 'The categories with the viewers of their live channels',
    access: 'public',
    response: z.array(Category),
    cache: { freshS: 5, staleWhileRevalidateS: 30 },
  },
  'GET /categories/{id}/streamers': {
    summary: 'The channels of a category: live ones first (by viewers), then the others (by followers)',
    access: 'public',
    params: z.object({ id: z.string().check(z.maxLength(100)) }),
    query: z.object(PageQuery),
    response: z.array(Channel),
    paged: true,
    cache: { freshS: 2, staleWhileRevalidateS: 10 },
    errors: ['not_found'],
  },
});
