import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openTable, type Table } from '../../functions/aws/table/table.ts';
import type { Endpoints } from '../../infra/local/endpoints.ts';

/**
 * The table of the site that `TABLE_NAME` names, with AWS's own credentials, or else of the one that runs on this machine
 * (`DATA_DIR`). Throws words for a person where neither is.
 */
export const siteTable = (): Table => openTable(process.env['TABLE_NAME'] ?? useThisMachine());

/** Has the SDK, and what signs without it, speak to the site that runs here. Answers the table's name. */
export function useThisMachine(): string {
  const dataDir = resolve(process.env['DATA_DIR'] || '.fanfare');
  const endpoints = join(dataDir, 'endpoints.json');
  if (!existsSync(endpoints)) throw new Error(`Start the site first: there is no ${endpoints}.`);
  const { dynamodb, sqs, lambda, credentials_file, region, table_name } = JSON.parse(
    readFileSync(endpoints, 'utf8'),
  ) as Endpoints;
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
    AWS_ENDPOINT_URL_SQS: sqs,
    AWS_ENDPOINT_URL_LAMBDA: lambda,
    AWS_SHARED_CREDENTIALS_FILE: credentials_file,
    AWS_REGION: region,
  });
  return table_name;
}
