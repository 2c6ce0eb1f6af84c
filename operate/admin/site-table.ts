import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openTable, type Table } from '#functions/aws/table/table.ts';
import type { Endpoints } from '#infra/local/endpoints.ts';

/**
 * Opens the table `TABLE_NAME` with AWS's own credentials, or that of the local site (`DATA_DIR`). Throws an error with
 * a message for the operator if there is neither.
 */
export const siteTable = (): Table => openTable(process.env['TABLE_NAME'] ?? useThisMachine().table_name);

/** The same with the user pool `USER_POOL_ID`. */
export function siteAccounts(): { readonly table: Table; readonly userPoolId: string } {
  const { TABLE_NAME, USER_POOL_ID } = process.env;
  if (TABLE_NAME === undefined && USER_POOL_ID === undefined) {
    const { table_name, user_pool_id } = useThisMachine();
    return { table: openTable(table_name), userPoolId: user_pool_id };
  }
  if (!TABLE_NAME || !USER_POOL_ID) throw new Error('Name both TABLE_NAME and USER_POOL_ID.');
  return { table: openTable(TABLE_NAME), userPoolId: USER_POOL_ID };
}

/** Makes the SDK, and code that signs requests itself, use the local site. Returns its endpoints. */
export function useThisMachine(): Endpoints {
  const dataDir = resolve(process.env['DATA_DIR'] || '.fanfare');
  const file = join(dataDir, 'endpoints.json');
  if (!existsSync(file)) throw new Error(`Start the site first: there is no ${file}.`);
  const endpoints = JSON.parse(readFileSync(file, 'utf8')) as Endpoints;
  const { dynamodb, cognito_idp, sqs, lambda, credentials_file, region } = endpoints;
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: cognito_idp,
    AWS_ENDPOINT_URL_SQS: sqs,
    AWS_ENDPOINT_URL_LAMBDA: lambda,
    AWS_SHARED_CREDENTIALS_FILE: credentials_file,
    AWS_REGION: region,
  });
  return endpoints;
}
