import { CATEGORIES, categoryIdOf, type Category } from '../../shared/channels/categories.ts';
import type { NamedVideo } from '../../shared/videos/videos.ts';
import { type ChannelPage, pageWithDisplayNames } from '../channels/index.ts';
import type { Page, PageRequest } from '../base/page.ts';
import type { CategoriesPorts } from './ports.ts';

const artOf = (id: string): string => `/categories/${id}.svg`;

/** The ten categories of the specification, each with its art and the viewers of its live channels. */
export async function listCategories({ numbers }: Pick<CategoriesPorts, 'numbers'>): Promise<Category[]> {
  const viewers = await numbers.countViewers();
  return CATEGORIES.map(({ id, name }) => ({
    id,
    name,
    thumbnail_url: artOf(id),
    viewers: viewers.get(id) ?? 0,
  }));
}

/** One category by its name or its id: one of the ten, one that somebody made up, or one that nobody bears. */
export async function getCategory(
  { numbers }: Pick<CategoriesPorts, 'numbers'>,
  nameOrId: string,
): Promise<Category> {
  const id = categoryIdOf(nameOrId);
  const oneOfTen = CATEGORIES.find((category) => category.id === id);
  const found = await numbers.find(id);
  return {
    id,
    name: oneOfTen?.name ?? found?.name ?? nameOrId,
    thumbnail_url: oneOfTen ? artOf(id) : '',
    viewers: found?.viewers ?? 0,
  };
}

/** One page of a category's channels; none where no channel has it. */
export const listCategoryStreamers = (
  { channels }: Pick<CategoriesPorts, 'channels'>,
  nameOrId: string,
  page: PageRequest,
): Promise<ChannelPage> => channels.listCategory(categoryIdOf(nameOrId), page);

/** One page of a category's public videos; none where no video has it. */
export const listCategoryVideos = async (
  { videos, names }: Pick<CategoriesPorts, 'videos' | 'names'>,
  nameOrId: string,
  page: PageRequest,
): Promise<Page<NamedVideo>> =>
  pageWithDisplayNames(names, await videos.listCategory(categoryIdOf(nameOrId), page));
