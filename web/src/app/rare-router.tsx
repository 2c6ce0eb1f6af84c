import { Suspense } from 'react';
import { Route, Routes } from 'react-router-dom';
import { lazyComponent } from '../lib/on-demand.ts';
import { Loading } from '../ui/states/loading.tsx';
import { NotFoundPage } from '../pages/not-found.page.tsx';

const ClipPage = lazyComponent(() => import('../pages/clip.page.tsx'), 'ClipPage');
const ModerationPage = lazyComponent(() => import('../pages/moderation.page.tsx'), 'ModerationPage');
const TransparencyPage = lazyComponent(
  () => import('../pages/about/transparency.page.tsx'),
  'TransparencyPage',
);
const WallPage = lazyComponent(() => import('../pages/wall/wall.page.tsx'), 'WallPage');

const FansPage = lazyComponent(() => import('../pages/fans/fans.page.tsx'), 'FansPage');
const FanModelPage = lazyComponent(() => import('../pages/fans/fan-model.page.tsx'), 'FanModelPage');
const CompareFansPage = lazyComponent(() => import('../pages/fans/compare-fans.page.tsx'), 'CompareFansPage');
const CollectionPage = lazyComponent(() => import('../pages/fans/collection.page.tsx'), 'CollectionPage');

/** Routes to rarely visited screens and unknown addresses, outside the first load. */
export function RareRouter() {
  return (
    <Suspense fallback={<Loading />}>
      <Routes>
        <Route path="/clip/:id" element={<ClipPage />} />
        <Route path="/moderation" element={<ModerationPage />} />
        <Route path="/transparency" element={<TransparencyPage />} />
        <Route path="/wall" element={<WallPage />} />
        <Route path="/fans" element={<FansPage />} />
        <Route path="/fans/compare" element={<CompareFansPage />} />
        <Route path="/fans/:maker/:model" element={<FanModelPage />} />
        <Route path="/channel/:username/fans" element={<CollectionPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Suspense>
  );
}
