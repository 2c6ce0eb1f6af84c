/** The address of every screen: specification §2. */

const segment = encodeURIComponent;

export const paths = {
  home: () => '/',
  /** Without a tab: the live channels. */
  browse: (tab = '') => (tab ? `/browse?tab=${segment(tab)}` : '/browse'),
  fans: () => '/fans',
  following: () => '/following',
  goLive: () => '/go-live',
  goLiveAdvanced: () => '/go-live-advanced',
  upload: () => '/upload',
  channel: (username: string) => `/channel/${segment(username)}`,
  chat: (username: string) => `/channel/${segment(username)}/chat`,
  video: (username: string, id: string) => `/channel/${segment(username)}/video/${segment(id)}`,
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
