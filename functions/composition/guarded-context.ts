import { sessionAuthenticator } from '#functions/auth/sessions/authenticator.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { rateCounterOf, type RatesEnvironment } from '#functions/limits/limits.adapters.ts';

/** For Lambdas that authenticate people by their sessions and count their requests. */
export const guardedContext = <E extends RatesEnvironment & { readonly TOKEN_KEYS: string }>(
  environment: E,
  table: Table,
) => ({
  environment,
  table,
  authenticator: sessionAuthenticator(table, environment.TOKEN_KEYS),
  rates: rateCounterOf(table, environment),
  clock: Date.now,
});
