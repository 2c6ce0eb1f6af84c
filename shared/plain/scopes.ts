/** What an access token allows. Each route of the contract names the scope that it takes; one without refuses tokens. */
export const SCOPES = [
  'chat:read',
  'chat:write',
  'stream:manage',
  'videos:write',
  'channel:read',
  'moderation:write',
] as const;
export type Scope = (typeof SCOPES)[number];

/** Begins every access token, so that secret scanners recognise one that was published by mistake. */
export const ACCESS_TOKEN_PREFIX = 'fanfare_pat_';
