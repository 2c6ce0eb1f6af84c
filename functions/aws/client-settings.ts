/** The SDK retries throttling for up to 4 s. Explicit defaults keep it from reading files at the first request. */
export const clientSettings = {
  maxAttempts: 5,
  retryMode: 'standard',
  defaultsMode: 'legacy',
  useDualstackEndpoint: false,
  useFipsEndpoint: false,
  userAgentAppId: async () => undefined,
  authSchemePreference: async () => [],
} as const;
