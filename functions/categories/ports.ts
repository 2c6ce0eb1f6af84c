import type { Video } from '../../shared/videos.ts';
import type {
  CategoryNumbersRepository,
  ChannelNames,
  ChannelsRepository,
  ListPart,
} from '../channels/ports.ts';

export interface CategoriesPorts {
  readonly numbers: CategoryNumbersRepository;
  readonly channels: Pick<ChannelsRepository, 'listCategory'>;
  readonly videos: { listCategory(categoryId: string, part: ListPart): Promise<VideoPage<Video>> };
  readonly names: ChannelNames;
}

export interface VideoPage<T> {
  readonly items: T[];
  readonly next: string | undefined;
  readonly total: number;
}
