import { channelsRepository } from '#functions/channels/table/channels.repository.ts';
import type { FeatureContext } from '#functions/http/context.ts';
import { videoLists } from '#functions/videos/table/video-lists.repository.ts';
import { feedsApp } from './feeds.routes.ts';
import { sitemapRepository } from './sitemap.repository.ts';

export const feature = ({ table, environment, clock }: FeatureContext<'SITE_URL'>) =>
  feedsApp({
    siteUrl: environment.SITE_URL,
    channels: channelsRepository(table),
    listVideos: async (channelId, limit) =>
      (await videoLists(table).list({ channelId, list: 'listed', limit })).items,
    sitemap: sitemapRepository(table),
    clock,
  });
