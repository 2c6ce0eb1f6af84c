import { lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router-dom';
import { Loading } from '../ui/states/loading.tsx';
import { NotFoundPage } from './not-found.page.tsx';

const ClipPage = lazy(async () => ({ default: (await import('./clip.page.tsx')).ClipPage }));
const ModerationPage = lazy(async () => ({
  default: (await import('./moderation.page.tsx')).ModerationPage,
}));
const TransparencyPage = lazy(async () => ({
  default: (await import('./about/transparency.page.tsx')).TransparencyPage,
}));
const WallPage = lazy(async () => ({ default: (await import('./wall/wall.page.tsx')).WallPage }));

const FansPage = lazy(async () => ({ default: (await import('./fans/fans.page.tsx')).FansPage }));
const FanModelPage = lazy(async () => ({
  default: (await import('./fans/fan-model.page.tsx')).FanModelPage,
}));
const CompareFansPage = lazy(async () => ({
  default: (await import('./fans/compare-fans.page.tsx')).CompareFansPage,
}));
const CollectionPage = lazy(async () => ({
  default: (await import('./fans/collection.page.tsx')).CollectionPage,
}));

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
