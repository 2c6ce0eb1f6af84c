import { Suspense } from 'react';
import { Route, Routes } from 'react-router-dom';
import { lazyComponent } from '../lib/on-demand.ts';
import { Loading } from '../ui/states/loading.tsx';
import { NotFoundPage } from './not-found.page.tsx';

const ClipPage = lazyComponent(() => import('./clip.page.tsx'), 'ClipPage');
const ModerationPage = lazyComponent(() => import('./moderation.page.tsx'), 'ModerationPage');
const TransparencyPage = lazyComponent(() => import('./about/transparency.page.tsx'), 'TransparencyPage');
const WallPage = lazyComponent(() => import('./wall/wall.page.tsx'), 'WallPage');

const FansPage = lazyComponent(() => import('./fans/fans.page.tsx'), 'FansPage');
const FanModelPage = lazyComponent(() => import('./fans/fan-model.page.tsx'), 'FanModelPage');
const CompareFansPage = lazyComponent(() => import('./fans/compare-fans.page.tsx'), 'CompareFansPage');
const CollectionPage = lazyComponent(() => import('./fans/collection.page.tsx'), 'CollectionPage');

/** The screens that few ask for, of which the first load knows nothing; and addresses that no screen has. */
export function SeldomPage() {
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
