/**
 * Settings of every SDK client. The SDK retries throttling with delays up to 0.5, 1, 2 and 4 s. Explicit defaults keep
 * it from reading files that no Lambda has, which would delay every first request.
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
