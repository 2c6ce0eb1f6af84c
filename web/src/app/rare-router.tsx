import { type ComponentType, Suspense } from 'react';
import { type RouteObject, useRoutes } from 'react-router-dom';
import { SCREENS, type ScreenName } from '#shared/plain/screens.ts';
import { lazyComponent, type OnDemand } from '#web/lib/loading/lazy-component.ts';
import { Loading } from '#web/ui/states/loading.tsx';
import { RequireUser } from './require-user.tsx';
import { NotFoundPage } from '#web/pages/not-found.page.tsx';

function rare<N extends string>(
  screen: ScreenName,
  load: () => Promise<Record<N, ComponentType>>,
  name: N,
): RouteObject {
  const Screen = lazyComponent(load, name) as OnDemand<object>;
  return { path: SCREENS[screen], element: <Screen /> };
}

const ROUTES: RouteObject[] = [
  rare('clip', () => import('#web/pages/clip.page.tsx'), 'ClipPage'),
  rare('watchLater', () => import('#web/pages/library/watch-later.page.tsx'), 'WatchLaterPage'),
  rare('liked', () => import('#web/pages/library/liked.page.tsx'), 'LikedPage'),
  rare('playlists', () => import('#web/pages/library/playlists.page.tsx'), 'PlaylistsPage'),
  rare('playlist', () => import('#web/pages/library/playlist.page.tsx'), 'PlaylistPage'),
  rare('history', () => import('#web/pages/library/history.page.tsx'), 'HistoryPage'),
  rare('typeCaptions', () => import('#web/pages/live/captions.page.tsx'), 'CaptionsPage'),
  rare('moderation', () => import('#web/pages/moderation.page.tsx'), 'ModerationPage'),
  rare('transparency', () => import('#web/pages/about/transparency.page.tsx'), 'TransparencyPage'),
  rare('about', () => import('#web/pages/about/about.page.tsx'), 'AboutPage'),
  rare('apiReference', () => import('#web/pages/about/api-reference.page.tsx'), 'ApiReferencePage'),
  rare('licences', () => import('#web/pages/about/licences.page.tsx'), 'LicencesPage'),
  rare('endNews', () => import('#web/pages/ended-news.page.tsx'), 'EndedNewsPage'),
  rare('endNewsByToken', () => import('#web/pages/ended-news.page.tsx'), 'EndedNewsPage'),
  rare('fans', () => import('#web/pages/fans/fans.page.tsx'), 'FansPage'),
  rare('compareFans', () => import('#web/pages/fans/compare-fans.page.tsx'), 'CompareFansPage'),
  rare('fanModel', () => import('#web/pages/fans/fan-model.page.tsx'), 'FanModelPage'),
  rare('fanCollection', () => import('#web/pages/fans/collection.page.tsx'), 'CollectionPage'),
  {
    element: <RequireUser />,
    children: [
      rare(
        'changePassword',
        () => import('#web/pages/account/change-password.page.tsx'),
        'ChangePasswordPage',
      ),
      rare('statistics', () => import('#web/pages/statistics.page.tsx'), 'StatisticsPage'),
      rare('overlays', () => import('#web/pages/obs-overlays/overlays.page.tsx'), 'OverlaysPage'),
      rare('editCaptions', () => import('#web/pages/captions/caption-editor.page.tsx'), 'CaptionEditorPage'),
    ],
  },
  { path: '*', element: <NotFoundPage /> },
];

/** Routes to rarely visited screens and unknown addresses, outside the first load. */
export const RareRouter = () => <Suspense fallback={<Loading />}>{useRoutes(ROUTES)}</Suspense>;
