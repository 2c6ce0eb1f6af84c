import type { CategoryNumbersRepository } from './categories.repository.ts';
import type { Video } from '../../shared/videos/videos.ts';
import type { ChannelNames, ChannelsRepository } from '../channels/index.ts';
import type { Page, PageRequest } from '../base/page.ts';

export interface CategoriesPorts {
  readonly numbers: CategoryNumbersRepository;
  readonly channels: Pick<ChannelsRepository, 'listCategory'>;
  readonly videos: { listCategory(categoryId: string, part: PageRequest): Promise<Page<Video>> };
  readonly names: ChannelNames;
}
