/**
 * The addresses of all screens (specification §2), as the router writes them. The routers, the web's links, the functions at
 * the edge, reserved usernames, the sitemap and the lists of the browsers' tests derive from this file.
 */
export const SCREENS = {
  home: '/',
  browse: '/browse',
  category: '/category/:name',
  search: '/search',
  following: '/following',
  watchLater: '/watch-later',
  liked: '/liked',
  history: '/history',
  playlists: '/playlists',
  playlist: '/playlist/:id',
  channel: '/channel/:username',
  chat: '/channel/:username/chat',
  video: '/channel/:username/video/:id',
  fanCollection: '/channel/:username/fans',
  statistics: '/channel/:username/statistics',
  editCaptions: '/videos/:id/captions/:language',
  typeCaptions: '/captions/:username',
  clip: '/clip/:id',
  fans: '/fans',
  compareFans: '/fans/compare',
  fanModel: '/fans/:maker/:model',
  wall: '/wall',
  goLive: '/go-live',
  goLiveAdvanced: '/go-live-advanced',
  dock: '/go-live-advanced/dock',
  overlays: '/go-live-advanced/overlays',
  upload: '/upload',
  settings: '/settings',
  login: '/login',
  signup: '/signup',
  forgotPassword: '/forgot-password',
  changePassword: '/change-password',
  moderation: '/moderation',
  endNews: '/news/end',
  /** Of older mails. */
  endNewsByToken: '/news/end/:token',
  about: '/about',
  transparency: '/transparency',
  licences: '/licences',
  apiReference: '/api-reference',
  /** What other sites embed; `web/src/main.tsx` opens them without a router. */
  embeddedChannel: '/embed/:username',
  embeddedVideo: '/embed/video/:id',
  /** A browser source of OBS, opened in the same way. */
  overlay: '/overlay/:username/:kind',
} as const;

export type ScreenName = keyof typeof SCREENS;

/** Screens of no person for which the `pages` Lambda writes the texts of links: `functions/pages/screen-head.ts`. */
export const SCREENS_WITH_HEAD = [
  SCREENS.about,
  SCREENS.browse,
  SCREENS.fans,
  SCREENS.transparency,
  SCREENS.wall,
] as const;

/** Screens of no person that the sitemap lists. */
export const SCREENS_IN_SITEMAP = [SCREENS.home, SCREENS.browse, SCREENS.about] as const;
