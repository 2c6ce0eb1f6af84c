import { openTable } from './aws/table/table.ts';
import { readEnvironment } from './environment.ts';
import { publicHandler } from './http/lambda.ts';
import * as pages from './pages/feature.ts';

const environment = readEnvironment('pages');
const context = {
  environment,
  table: openTable(environment.TABLE_NAME),
  rates: { count: async () => undefined },
  clock: Date.now,
};

/** Its one feature is part of each start. */
export const handler = publicHandler<'pages'>(context, { pages: async () => pages });
