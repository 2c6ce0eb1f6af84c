import type { Video } from '../../shared/videos/videos.ts';
import type {
  CategoryNumbersRepository,
  ChannelNames,
  ChannelsRepository,
  ListPart,
} from '../channels/ports.ts';
import type { Page } from '../base/page.ts';

export interface CategoriesPorts {
  readonly numbers: CategoryNumbersRepository;
  readonly channels: Pick<ChannelsRepository, 'listCategory'>;
  readonly videos: { listCategory(categoryId: string, part: ListPart): Promise<Page<Video>> };
  readonly names: ChannelNames;
}
