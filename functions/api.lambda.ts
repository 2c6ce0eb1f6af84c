import { openTable } from './aws/table.ts';
import { categoriesApp } from './categories/categories.routes.ts';
import { channelsRepository } from './channels/channels.repository.ts';
import { readEnvironment } from './environment.ts';
import { httpHandler } from './http/lambda.ts';
import { openapiApp } from './openapi/openapi.routes.ts';
import { streamersApp } from './streamers/streamers.routes.ts';

const environment = readEnvironment('api');
const table = openTable(environment.TABLE_NAME);

export const handler = httpHandler<'api'>(environment, {
  streamers: streamersApp({ channels: channelsRepository(table) }),
  categories: categoriesApp(),
  'openapi.json': openapiApp(),
});
