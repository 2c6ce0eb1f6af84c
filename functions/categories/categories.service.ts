import { CATEGORIES, categoryIdOf, type Category } from '#shared/channels/categories.ts';
import type { NamedVideo, Video } from '#shared/videos/videos.ts';
import {
  type ChannelNames,
  type ChannelsRepository,
  pageWithDisplayNames,
} from '#functions/channels/index.ts';
import type { Page, PageRequest } from '#functions/base/page.ts';
import type { CategoryNumbersRepository } from './categories.repository.ts';

export interface CategoriesDeps {
  readonly numbers: CategoryNumbersRepository;
  readonly channels: Pick<ChannelsRepository, 'listCategory'>;
  readonly videos: { listCategory(categoryId: string, part: PageRequest): Promise<Page<Video>> };
  readonly names: ChannelNames;
}

const artOf = (id: string): string => `/categories/${id}.svg`;

export async function listCategories({ numbers }: Pick<CategoriesDeps, 'numbers'>): Promise<Category[]> {
  const viewers = await numbers.countViewers();
  return CATEGORIES.map(({ id, name }) => ({
    id,
    name,
    thumbnail_url: artOf(id),
    viewers: viewers.get(id) ?? 0,
  }));
}

/** Any text is a category: one of the ten, a custom one, or one without channels. */
export async function getCategory(
  { numbers }: Pick<CategoriesDeps, 'numbers'>,
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

export const listCategoryVideos = async (
  { videos, names }: Pick<CategoriesDeps, 'videos' | 'names'>,
  nameOrId: string,
  page: PageRequest,
): Promise<Page<NamedVideo>> =>
  pageWithDisplayNames(names, await videos.listCategory(categoryIdOf(nameOrId), page));
