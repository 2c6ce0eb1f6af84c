import { type ComponentType, Suspense } from 'react';
import { type RouteObject, useRoutes } from 'react-router-dom';
import { SCREENS, type ScreenName } from '#shared/plain/screens.ts';
import { lazyComponent, type OnDemand } from '#web/lib/loading/lazy-component.ts';
import { HomePage } from '#web/pages/home.page.tsx';
import { Loading } from '#web/ui/states/loading.tsx';
import { Layout } from './frame/layout.tsx';
import { RequireUser } from './require-user.tsx';

export const laterScreens: OnDemand<object>[] = [];

/** A screen whose code loads when it opens, or when the browser is idle. */
function lazyScreen<N extends string>(
  load: () => Promise<Record<N, ComponentType>>,
  name: N,
): OnDemand<object> {
  const screen = lazyComponent(load, name) as OnDemand<object>;
  laterScreens.push(screen);
  return screen;
}

function later<N extends string>(
  screen: ScreenName | '*',
  load: () => Promise<Record<N, ComponentType>>,
  name: N,
): RouteObject {
  const Screen = lazyScreen(load, name);
  return { path: screen === '*' ? screen : SCREENS[screen], element: <Screen /> };
}

const ChannelPage = lazyScreen(() => import('#web/pages/channel.page.tsx'), 'ChannelPage');

const VideoPage = lazyScreen(() => import('#web/pages/video.page.tsx'), 'VideoPage');

const WallPage = lazyScreen(() => import('#web/pages/wall/wall.page.tsx'), 'WallPage');

const UNFRAMED = [
  later('login', () => import('#web/pages/account/login.page.tsx'), 'LoginPage'),
  later('signup', () => import('#web/pages/account/signup.page.tsx'), 'SignupPage'),
  later('forgotPassword', () => import('#web/pages/account/forgot-password.page.tsx'), 'ForgotPasswordPage'),
  later('chat', () => import('#web/pages/chat/chat.page.tsx'), 'ChatPage'),
  later('dock', () => import('#web/pages/live/dock.page.tsx'), 'DockPage'),
];

const FRAMED = [
  later('browse', () => import('#web/pages/browse.page.tsx'), 'BrowsePage'),
  later('category', () => import('#web/pages/category.page.tsx'), 'CategoryPage'),
  later('following', () => import('#web/pages/following.page.tsx'), 'FollowingPage'),
  later('search', () => import('#web/pages/search.page.tsx'), 'SearchPage'),
  later('*', () => import('./rare-router.tsx'), 'RareRouter'),
];

const FOR_USERS = [
  later('goLive', () => import('#web/pages/live/go-live.page.tsx'), 'GoLivePage'),
  later('goLiveAdvanced', () => import('#web/pages/live/go-live-advanced.page.tsx'), 'GoLiveAdvancedPage'),
  later('upload', () => import('#web/pages/upload.page.tsx'), 'UploadPage'),
  later('settings', () => import('#web/pages/account/settings.page.tsx'), 'SettingsPage'),
];

/** How long the start waits for the code of a page with a player before it shows the shell. */
const WITHIN_MS = 500;

/** The addresses of the screens with players. */
const PLAYERS = /^\/(wall|channel\/[^/]+(\/video\/[^/]+)?)$/;

/** Resolves when the first screen can render. Otherwise React would keep the fallback for at least 300 ms. */
export const firstScreen = async (): Promise<void> => {
  const [, path, video] = PLAYERS.exec(location.pathname) ?? [];
  if (!path) return;
  const Screen = path === 'wall' ? WallPage : video ? VideoPage : ChannelPage;
  await Promise.race([Screen.prepare(), new Promise((resolve) => setTimeout(resolve, WITHIN_MS))]);
};

/** Maps addresses to screens (specification §2). Only Home is in the first load. */
const ROUTES: RouteObject[] = [
  ...UNFRAMED,
  {
    element: <Layout />,
    children: [
      { index: true, element: <HomePage /> },
      { path: SCREENS.channel, element: <ChannelPage /> },
      { path: SCREENS.video, element: <VideoPage /> },
      { path: SCREENS.wall, element: <WallPage /> },
      ...FRAMED,
      { element: <RequireUser />, children: FOR_USERS },
    ],
  },
];

export const Router = () => <Suspense fallback={<Loading />}>{useRoutes(ROUTES)}</Suspense>;
