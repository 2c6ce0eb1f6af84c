/** Categories: specification §3, §5 (the ten) and §7 (`/categories`). */
import * as z from 'zod';
import { routes } from './route.ts';

/** §5, in the order that the specification gives. The art of each is `/categories/{id}.svg`. */
export const CATEGORIES = [
  { id: 'ceiling-fans', name: 'Ceiling Fans' },
  { id: 'industrial-fans', name: 'Industrial Fans' },
  { id: 'box-fans', name: 'Box Fans' },
  { id: 'table-fans', name: 'Table Fans' },
  { id: 'tower-fans', name: 'Tower Fans' },
  { id: 'exhaust-fans', name: 'Exhaust Fans' },
  { id: 'pedestal-fans', name: 'Pedestal Fans' },
  { id: 'window-fans', name: 'Window Fans' },
  { id: 'computer-fans', name: 'Computer Fans' },
  { id: 'vintage-fans', name: 'Vintage Fans' },
] as const;

export const Category = z
  .object({ id: z.string(), name: z.string(), thumbnail_url: z.string(), viewers: z.int().min(0) })
  .meta({ id: 'Category' });
export type Category = z.infer<typeof Category>;

export const categoriesRoutes = routes({
  'GET /categories': {
    summary: 'The categories with the viewers of their live channels',
    access: 'public',
    response: z.array(Category),
    cache: { freshS: 5, staleWhileRevalidateS: 30 },
  },
});
