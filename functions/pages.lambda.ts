import { openTable } from './aws/table/table.ts';
import { findChannelId, findVisibleChannel } from './channels/table/public-channels.repository.ts';
import { findUsedCategory } from './categories/categories.repository.ts';
import { readEnvironment } from './environment.ts';
import { logFailure, measure } from './log/log.ts';
import { publicHandler } from './http/lambda.ts';
import { documentsAt } from './pages/document.s3.ts';
import { pagesApp } from './pages/pages.routes.ts';
import { findOpenVideo } from './videos/table/open-video.repository.ts';

const environment = readEnvironment('pages');
const table = openTable(environment.TABLE_NAME);

export const handler = publicHandler<'pages'>(environment, {
  pages: async () =>
    pagesApp({
      siteUrl: environment.SITE_URL,
      findChannelId: (username) => findChannelId(table, username),
      findVisibleChannel: (id) => findVisibleChannel(table, id),
      findCategory: (id) => findUsedCategory(table, id),
      findOpenVideo: (id) => findOpenVideo(table, id),
      findOpenClip: async (id) => {
        const { findOpenClip } = await import('./clips/open-clip.repository.ts');
        return findOpenClip(table, id);
      },
      readDocument: documentsAt(environment.WEB_URL, table.client.config),
      report: (step, error) => {
        logFailure(step, error);
        measure({ name: 'PageFallbacks', value: 1 });
      },
    }),
});
