/**
 * What every client of the SDK is made with. Throttling is the SDK's to wait out: tries that are up to 0.5, 1, 2 and 4 s
 * apart. The rest is what it does by default; where it is not told, it looks for files that no Lambda has, which every
 * first request waits for.
 */
export const clientSettings = {
  maxAttempts: 5,
  retryMode: 'standard',
  defaultsMode: 'legacy',
  useDualstackEndpoint: false,
  useFipsEndpoint: false,
  userAgentAppId: async () => undefined,
  authSchemePreference: async () => [],
} as const;
