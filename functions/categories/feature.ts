import { sealedCursors } from '#functions/aws/table/cursor.ts';
import { channelNames, channelsRepository } from '#functions/channels/table/channels.repository.ts';
import type { FeatureContext } from '#functions/http/context.ts';
import { videoLists } from '#functions/videos/table/video-lists.repository.ts';
import { categoryNumbersRepository } from './categories.repository.ts';
import { categoriesApp } from './categories.routes.ts';

export const feature = ({ table, environment }: FeatureContext<'PASS_KEYS'>) =>
  categoriesApp({
    channels: channelsRepository(table, sealedCursors(environment.PASS_KEYS)),
    videos: videoLists(table),
    numbers: categoryNumbersRepository(table),
    names: channelNames(table),
  });
