import { CATEGORIES, type Category } from '../../shared/categories.ts';

/** The ten categories of the specification, each with its art. */
export function listCategories(): Category[] {
  return CATEGORIES.map(({ id, name }) => ({ id, name, thumbnail_url: `/categories/${id}.svg`, viewers: 0 }));
}
