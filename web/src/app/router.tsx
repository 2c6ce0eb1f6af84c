import { Suspense, lazy } from 'react';
import { Route, Routes } from 'react-router-dom';
import { HomePage } from '../pages/home.page.tsx';
import { Loading } from '../ui/loading.tsx';
import { Layout } from './layout.tsx';
import { RequireUser } from './require-user.tsx';

const BrowsePage = lazy(async () => ({ default: (await import('../pages/browse.page.tsx')).BrowsePage }));
const CategoryPage = lazy(async () => ({
  default: (await import('../pages/category.page.tsx')).CategoryPage,
}));
const ChannelPage = lazy(async () => ({ default: (await import('../pages/channel.page.tsx')).ChannelPage }));
const FollowingPage = lazy(async () => ({
  default: (await import('../pages/following.page.tsx')).FollowingPage,
}));
const GoLivePage = lazy(async () => ({ default: (await import('../pages/go-live.page.tsx')).GoLivePage }));
const GoLiveAdvancedPage = lazy(async () => ({
  default: (await import('../pages/go-live-advanced.page.tsx')).GoLiveAdvancedPage,
}));
const LoginPage = lazy(async () => ({ default: (await import('../pages/login.page.tsx')).LoginPage }));
const SearchPage = lazy(async () => ({ default: (await import('../pages/search.page.tsx')).SearchPage }));
const SignupPage = lazy(async () => ({ default: (await import('../pages/signup.page.tsx')).SignupPage }));
const UploadPage = lazy(async () => ({ default: (await import('../pages/upload.page.tsx')).UploadPage }));
const VideoPage = lazy(async () => ({ default: (await import('../pages/video.page.tsx')).VideoPage }));
const NotFoundPage = lazy(async () => ({
  default: (await import('../pages/not-found.page.tsx')).NotFoundPage,
}));

/** Which screen an address shows: specification §2. Home comes with the shell, every other screen when it is opened. */
export function Router() {
  return (
    <Suspense fallback={<Loading />}>
      <Routes>
        <Route path="/login" element={<LoginPage />} />
        <Route path="/signup" element={<SignupPage />} />
        <Route element={<Layout />}>
          <Route index element={<HomePage />} />
          <Route path="/browse" element={<BrowsePage />} />
          <Route path="/channel/:username" element={<ChannelPage />} />
          <Route path="/channel/:username/video/:id" element={<VideoPage />} />
          <Route path="/category/:name" element={<CategoryPage />} />
          <Route path="/following" element={<FollowingPage />} />
          <Route path="/search" element={<SearchPage />} />
          <Route element={<RequireUser />}>
            <Route path="/go-live" element={<GoLivePage />} />
            <Route path="/go-live-advanced" element={<GoLiveAdvancedPage />} />
            <Route path="/upload" element={<UploadPage />} />
          </Route>
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Routes>
    </Suspense>
  );
}
