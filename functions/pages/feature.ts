import { findUsedCategory } from '#functions/categories/categories.repository.ts';
import { findChannelId, findVisibleChannel } from '#functions/channels/table/public-channels.repository.ts';
import type { FeatureContext } from '#functions/http/context.ts';
import { logFailure, measure } from '#functions/log/log.ts';
import { findOpenVideo } from '#functions/videos/table/open-video.repository.ts';
import { documentsAt } from './document.s3.ts';
import { pagesApp } from './pages.routes.ts';

export const feature = ({ table, environment }: FeatureContext<'SITE_URL' | 'WEB_URL'>) =>
  pagesApp({
    siteUrl: environment.SITE_URL,
    findChannelId: (username) => findChannelId(table, username),
    findVisibleChannel: (id) => findVisibleChannel(table, id),
    findCategory: (id) => findUsedCategory(table, id),
    findOpenVideo: (id) => findOpenVideo(table, id),
    findOpenClip: async (id) => {
      const { findOpenClip } = await import('#functions/clips/table/open-clip.repository.ts');
      return findOpenClip(table, id);
    },
    findOpenPlaylist: async (id) => {
      const { findOpenPlaylist } = await import('#functions/library/playlists/open-playlist.repository.ts');
      return findOpenPlaylist(table, id);
    },
    readDocument: documentsAt(environment.WEB_URL, table.client.config),
    report: (step, error) => {
      logFailure(step, error);
      measure({ name: 'PageFallbacks', value: 1 });
    },
  });
