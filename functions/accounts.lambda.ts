import * as auth from './auth/feature.ts';
import { openTable } from './aws/table/table.ts';
import { guardedContext } from './composition/guarded-context.ts';
import { readEnvironment } from './environment.ts';
import { httpHandler } from './http/lambda.ts';

const environment = readEnvironment('accounts');

/** Its one feature is part of each start. */
export const handler = httpHandler<'accounts'>(
  guardedContext(environment, openTable(environment.TABLE_NAME)),
  { auth: async () => auth },
);
