import { channelNames, channelsRepository } from '#functions/channels/table/channels.repository.ts';
import type { FeatureContext } from '#functions/http/context.ts';
import { videoLists } from '#functions/videos/table/video-lists.repository.ts';
import { categoryNumbersRepository } from './categories.repository.ts';
import { categoriesApp } from './categories.routes.ts';

export const feature = ({ table }: FeatureContext) =>
  categoriesApp({
    channels: channelsRepository(table),
    videos: videoLists(table),
    numbers: categoryNumbersRepository(table),
    names: channelNames(table),
  });
