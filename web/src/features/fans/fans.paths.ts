/** The addresses of the screens of fans; apart from `lib/paths.ts`, which the first load has. */
export const fansPaths = {
  find: (search = '') => (search ? `/fans?${search}` : '/fans'),
  /** `model_path` of a fan: it needs no escapes but those of letters. */
  model: (modelPath: string) => `/fans/${modelPath.split('/').map(encodeURIComponent).join('/')}`,
  compare: (ids: readonly string[]) => `/fans/compare?fans=${ids.join(',')}`,
  collection: (username: string) => `/channel/${encodeURIComponent(username)}/fans`,
} as const;
