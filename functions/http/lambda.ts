import type { Table } from '../aws/table/table.ts';
import type { LambdaName } from '../lambdas.ts';
import type { RateCounter } from '../limits/ports.ts';
import { sessionState } from '../sessions/sessions.repository.ts';
import { sessionAuthenticator } from './authenticator.ts';
import { cdnCheck } from './cdn.ts';
import { featuresHandler, type Features } from './features.ts';

interface HttpEnvironment {
  readonly ORIGIN_SECRETS: string;
  readonly TOKEN_KEYS: string;
}

/** What knowing who asks, and how often, needs. */
interface Asked {
  readonly table: Table;
  readonly rates: RateCounter;
}

/** The handler of a Lambda that knows who calls, and how often. */
export function httpHandler<N extends LambdaName>(
  { ORIGIN_SECRETS, TOKEN_KEYS }: HttpEnvironment,
  { table, rates }: Asked,
  features: Features<N>,
) {
  const authenticator = sessionAuthenticator({ keys: TOKEN_KEYS, stateOf: sessionState(table) });
  return featuresHandler({ authenticator, checkCdn: cdnCheck(ORIGIN_SECRETS), rates }, features);
}
