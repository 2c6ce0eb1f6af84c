import { type ComponentType, Suspense } from 'react';
import { type RouteObject, useRoutes } from 'react-router-dom';
import { lazyComponent, type OnDemand } from '#web/lib/loading/lazy-component.ts';
import { Loading } from '#web/ui/states/loading.tsx';
import { RequireUser } from './require-user.tsx';
import { NotFoundPage } from '#web/pages/not-found.page.tsx';

function rare<N extends string>(
  path: string,
  load: () => Promise<Record<N, ComponentType>>,
  name: N,
): RouteObject {
  const Screen = lazyComponent(load, name) as OnDemand<object>;
  return { path, element: <Screen /> };
}

const ROUTES: RouteObject[] = [
  rare('/clip/:id', () => import('#web/pages/clip.page.tsx'), 'ClipPage'),
  rare('/watch-later', () => import('#web/pages/library/watch-later.page.tsx'), 'WatchLaterPage'),
  rare('/history', () => import('#web/pages/library/history.page.tsx'), 'HistoryPage'),
  rare('/captions/:username', () => import('#web/pages/live/captions.page.tsx'), 'CaptionsPage'),
  rare('/moderation', () => import('#web/pages/moderation.page.tsx'), 'ModerationPage'),
  rare('/transparency', () => import('#web/pages/about/transparency.page.tsx'), 'TransparencyPage'),
  rare('/about', () => import('#web/pages/about/about.page.tsx'), 'AboutPage'),
  rare('/api-reference', () => import('#web/pages/about/api-reference.page.tsx'), 'ApiReferencePage'),
  rare('/licences', () => import('#web/pages/about/licences.page.tsx'), 'LicencesPage'),
  rare('/news/end', () => import('#web/pages/ended-news.page.tsx'), 'EndedNewsPage'),
  // Older mails.
  rare('/news/end/:token', () => import('#web/pages/ended-news.page.tsx'), 'EndedNewsPage'),
  rare('/fans', () => import('#web/pages/fans/fans.page.tsx'), 'FansPage'),
  rare('/fans/compare', () => import('#web/pages/fans/compare-fans.page.tsx'), 'CompareFansPage'),
  rare('/fans/:maker/:model', () => import('#web/pages/fans/fan-model.page.tsx'), 'FanModelPage'),
  rare('/channel/:username/fans', () => import('#web/pages/fans/collection.page.tsx'), 'CollectionPage'),
  {
    element: <RequireUser />,
    children: [
      rare(
        '/change-password',
        () => import('#web/pages/account/change-password.page.tsx'),
        'ChangePasswordPage',
      ),
      rare(
        '/videos/:id/captions/:language',
        () => import('#web/pages/captions/caption-editor.page.tsx'),
        'CaptionEditorPage',
      ),
    ],
  },
  { path: '*', element: <NotFoundPage /> },
];

/** Routes to rarely visited screens and unknown addresses, outside the first load. */
export const RareRouter = () => <Suspense fallback={<Loading />}>{useRoutes(ROUTES)}</Suspense>;
