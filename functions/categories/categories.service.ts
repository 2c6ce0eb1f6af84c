import { CATEGORIES, type Category } from '../../shared/categories.ts';
import type { CategoryViewersRepository } from '../channels/categories.repository.ts';
import type { ChannelPage, ChannelsRepository, ListPart } from '../channels/channels.repository.ts';
import { notFound } from '../errors.ts';

export interface CategoriesPorts {
  readonly viewers: CategoryViewersRepository;
  readonly channels: Pick<ChannelsRepository, 'listCategory'>;
}

/** The ten categories of the specification, each with its art and the viewers of its live channels. */
export async function listCategories({ viewers }: Pick<CategoriesPorts, 'viewers'>): Promise<Category[]> {
  const counts = await viewers.countViewers();
  return CATEGORIES.map(({ id, name }) => ({
    id,
    name,
    thumbnail_url: `/categories/${id}.svg`,
    viewers: counts.get(id) ?? 0,
  }));
}

/** One page of a category's channels. Throws `not_found` for what is none of the ten. */
export async function listCategoryStreamers(
  { channels }: Pick<CategoriesPorts, 'channels'>,
  categoryId: string,
  part: ListPart,
): Promise<ChannelPage> {
  if (!CATEGORIES.some(({ id }) => id === categoryId)) throw notFound('Category');
  return channels.listCategory(categoryId, part);
}
