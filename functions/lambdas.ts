/**
 * The four Lambdas, cut by what they may touch. The one table that says which features each serves and which
 * environment variables it reads: the HTTP API's routes, the Lambdas' environments and the local site derive from it.
 */

/** Names of environment variables; the stack and the local site set them, handlers read them. */
export type EnvironmentName =
  /** The DynamoDB table. */
  | 'TABLE_NAME'
  | 'USER_POOL_ID'
  | 'USER_POOL_CLIENT_ID'
  /** The `iss` claim of the tokens that are accepted. */
  | 'TOKEN_ISSUER'
  /** Where the public keys of that issuer are (JWKS). */
  | 'TOKEN_KEYS_URL'
  /** The address that encoders are given; `{endpoint}` stands for the IVS channel's ingest endpoint. */
  | 'RTMP_URL_TEMPLATE'
  /** The IVS recording configuration of new channels; empty: they are not recorded. */
  | 'RECORDING_CONFIGURATION_ARN';

export type LambdaName = 'api' | 'accounts' | 'publishing' | 'events';

export interface LambdaDefinition {
  /** First path segments below `/api`. */
  readonly features: readonly string[];
  readonly environment: readonly EnvironmentName[];
}

const verifiesTokens = ['USER_POOL_CLIENT_ID', 'TOKEN_ISSUER', 'TOKEN_KEYS_URL'] as const;

export const lambdas = {
  /** DynamoDB alone. */
  api: {
    features: ['streamers', 'categories', 'openapi.json'],
    environment: ['TABLE_NAME', ...verifiesTokens],
  },
  /** Cognito. */
  accounts: { features: ['auth'], environment: ['TABLE_NAME', 'USER_POOL_ID', ...verifiesTokens] },
  /** IVS. */
  publishing: {
    features: ['streaming'],
    environment: ['TABLE_NAME', 'RTMP_URL_TEMPLATE', 'RECORDING_CONFIGURATION_ARN', ...verifiesTokens],
  },
  /** EventBridge and the minute tick; serves no route. */
  events: { features: [], environment: ['TABLE_NAME'] },
} as const satisfies Record<LambdaName, LambdaDefinition>;
