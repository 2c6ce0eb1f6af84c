import type { Video } from '../../shared/videos.ts';
import type { CategoryNumbersRepository, ChannelsRepository, ListPart } from '../channels/ports.ts';

export interface CategoriesPorts {
  readonly numbers: CategoryNumbersRepository;
  readonly channels: Pick<ChannelsRepository, 'listCategory'>;
  readonly videos: { listCategory(categoryId: string, part: ListPart): Promise<VideoPage> };
}

export interface VideoPage {
  readonly items: Video[];
  readonly next: string | undefined;
  readonly total: number;
}
