import { type ComponentType, Suspense } from 'react';
import { Route, Routes, Navigate, Outlet, useLocation } from 'react-router-dom';
import { lazyComponent, type OnDemand } from '../lib/on-demand.ts';
import { HomePage } from '../pages/home.page.tsx';
import { Loading } from '../ui/states/loading.tsx';
import { Layout } from './frame/layout.tsx';
import { useHere } from '../lib/hooks/browser-hooks.ts';
import { useSession } from '../lib/api/session/session.ts';
import { paths } from '../lib/paths.ts';

export const laterScreens: OnDemand<object>[] = [];

function later<N extends string>(load: () => Promise<Record<N, ComponentType>>, name: N): OnDemand<object> {
  const screen = lazyComponent(load, name) as OnDemand<object>;
  laterScreens.push(screen);
  return screen;
}

const AboutPage = later(() => import('../pages/about/about.page.tsx'), 'AboutPage');
const ApiReferencePage = later(() => import('../pages/about/api-reference.page.tsx'), 'ApiReferencePage');
const BrowsePage = later(() => import('../pages/browse.page.tsx'), 'BrowsePage');
const CategoryPage = later(() => import('../pages/category.page.tsx'), 'CategoryPage');
const ChangePasswordPage = later(
  () => import('../pages/account/change-password.page.tsx'),
  'ChangePasswordPage',
);
const ChannelPage = later(() => import('../pages/channel.page.tsx'), 'ChannelPage');
const ChatPage = later(() => import('../pages/chat.page.tsx'), 'ChatPage');
const DockPage = later(() => import('../pages/live/dock.page.tsx'), 'DockPage');
const EndedNewsPage = later(() => import('../pages/ended-news.page.tsx'), 'EndedNewsPage');
const FollowingPage = later(() => import('../pages/following.page.tsx'), 'FollowingPage');
const ForgotPasswordPage = later(
  () => import('../pages/account/forgot-password.page.tsx'),
  'ForgotPasswordPage',
);
const GoLivePage = later(() => import('../pages/live/go-live.page.tsx'), 'GoLivePage');
const GoLiveAdvancedPage = later(
  () => import('../pages/live/go-live-advanced.page.tsx'),
  'GoLiveAdvancedPage',
);
const LicencesPage = later(() => import('../pages/about/licences.page.tsx'), 'LicencesPage');
const LoginPage = later(() => import('../pages/account/login.page.tsx'), 'LoginPage');
const SearchPage = later(() => import('../pages/search.page.tsx'), 'SearchPage');
const SettingsPage = later(() => import('../pages/account/settings.page.tsx'), 'SettingsPage');
const SignupPage = later(() => import('../pages/account/signup.page.tsx'), 'SignupPage');
const UploadPage = later(() => import('../pages/upload.page.tsx'), 'UploadPage');
const VideoPage = later(() => import('../pages/video.page.tsx'), 'VideoPage');
const RareRouter = later(() => import('./rare-router.tsx'), 'RareRouter');

/** How long the start waits for a channel's code before it shows the shell. */
const CHANNEL_WITHIN_MS = 500;

/** Resolves when the first screen can render. Otherwise React would keep the fallback for at least 300 ms. */
export const firstScreen = async (): Promise<void> => {
  if (!/^\/channel\/[^/]+$/.test(location.pathname)) return;
  await Promise.race([
    ChannelPage.prepare(),
    new Promise((resolve) => setTimeout(resolve, CHANNEL_WITHIN_MS)),
  ]);
};

/** Maps addresses to screens (specification §2). Only Home is in the first load. */
export function Router() {
  return (
    <Suspense fallback={<Loading />}>
      <Routes>
        <Route path="/login" element={<LoginPage />} />
        <Route path="/signup" element={<SignupPage />} />
        <Route path="/forgot-password" element={<ForgotPasswordPage />} />
        <Route path="/channel/:username/chat" element={<ChatPage />} />
        <Route path="/go-live-advanced/dock" element={<DockPage />} />
        <Route element={<Layout />}>
          <Route index element={<HomePage />} />
          <Route path="/browse" element={<BrowsePage />} />
          <Route path="/channel/:username" element={<ChannelPage />} />
          <Route path="/channel/:username/video/:id" element={<VideoPage />} />
          <Route path="/category/:name" element={<CategoryPage />} />
          <Route path="/following" element={<FollowingPage />} />
          <Route path="/search" element={<SearchPage />} />
          <Route path="/about" element={<AboutPage />} />
          <Route path="/api-reference" element={<ApiReferencePage />} />
          <Route path="/licences" element={<LicencesPage />} />
          <Route path="/news/end/:token" element={<EndedNewsPage />} />
          <Route element={<RequireUser />}>
            <Route path="/go-live" element={<GoLivePage />} />
            <Route path="/go-live-advanced" element={<GoLiveAdvancedPage />} />
            <Route path="/upload" element={<UploadPage />} />
            <Route path="/change-password" element={<ChangePasswordPage />} />
            <Route path="/settings" element={<SettingsPage />} />
          </Route>
          <Route path="*" element={<RareRouter />} />
        </Route>
      </Routes>
    </Suspense>
  );
}

/** Sends signed-out users to /login, and back here afterwards. */
function RequireUser() {
  const session = useSession();
  const { pathname } = useLocation();
  const here = useHere();
  if (session) return <Outlet />;
  // A log-out or an expired session is already navigating to /login.
  if (window.location.pathname !== pathname) return null;
  return <Navigate to={paths.login()} replace state={{ from: here }} />;
}
