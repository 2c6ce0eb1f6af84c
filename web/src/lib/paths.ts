/** The addresses of all screens: specification §2. */

const segment = encodeURIComponent;
const withQuery = (path: string, query: string): string => (query ? `${path}?${query}` : path);

export const paths = {
  home: () => '/',
  /** Without a tab: live channels. */
  browse: (tab = '') => withQuery('/browse', tab && `tab=${segment(tab)}`),
  /** `query`: encoded words and ranges. */
  fans: (query = '') => withQuery('/fans', query),
  /** `modelPath`: `maker/model`. */
  fanModel: (modelPath: string) => `/fans/${modelPath.split('/').map(segment).join('/')}`,
  compareFans: (...ids: readonly string[]) => `/fans/compare?fans=${ids.join(',')}`,
  following: () => '/following',
  watchLater: () => '/watch-later',
  history: () => '/history',
  goLive: () => '/go-live',
  goLiveAdvanced: () => '/go-live-advanced',
  upload: () => '/upload',
  channel: (username: string) => `/channel/${segment(username)}`,
  chat: (username: string) => `/channel/${segment(username)}/chat`,
  typeCaptions: (username: string) => `/captions/${segment(username)}`,
  video: (username: string, id: string) => `/channel/${segment(username)}/video/${segment(id)}`,
  fanCollection: (username: string) => `/channel/${segment(username)}/fans`,
  clip: (id: string) => `/clip/${segment(id)}`,
  /** `query`: encoded tiles (`features/wall/wall-address.ts`); without it, the last wall. */
  wall: (query = '') => withQuery('/wall', query),
  category: (name: string) => `/category/${segment(name)}`,
  search: (q: string) => `/search?q=${segment(q)}`,
  about: () => '/about',
  apiReference: () => '/api-reference',
  licences: () => '/licences',
  login: () => '/login',
  signup: () => '/signup',
  forgotPassword: () => '/forgot-password',
  changePassword: () => '/change-password',
  settings: () => '/settings',
  moderation: () => '/moderation',
  transparency: () => '/transparency',
} as const;
