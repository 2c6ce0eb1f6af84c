/**
 * What the operator alone does: `npm run admin -- grant NAME` makes somebody a moderator of the site, `revoke NAME` ends
 * it. Of the site that runs on this machine (`DATA_DIR`), or of the table that `TABLE_NAME` names, with AWS's own
 * credentials (runbook).
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Endpoints } from '../infra/local/endpoints.ts';

const USAGE = 'usage: npm run admin -- grant|revoke NAME';
const WORDS = {
  grant: { done: 'is a moderator of the site now', 'already so': 'is one already, or is suspended' },
  revoke: { done: 'is no moderator of the site any more', 'already so': 'is none' },
} as const;

const [command = '', name = ''] = process.argv.slice(2);
if (!isCommand(command) || name === '') stop(USAGE);
const tableName = process.env['TABLE_NAME'] ?? useThisMachine();
const [{ openTable }, { setModerator }] = await Promise.all([
  import('../functions/aws/table/table.ts'),
  import('../functions/moderators.ts'),
]);
const table = openTable(tableName);
const change = await setModerator(table, name, command === 'grant');
table.client.destroy();
if (change === 'nobody') stop(`Nobody is called ${name}.`);
process.stdout.write(`${name} ${WORDS[command][change]}.\n`);

function isCommand(word: string): word is keyof typeof WORDS {
  return Object.hasOwn(WORDS, word);
}

/** Has the SDK speak to the database of the site that runs here. Answers the table's name. */
function useThisMachine(): string {
  const dataDir = resolve(process.env['DATA_DIR'] || '.fanfare');
  const endpoints = join(dataDir, 'endpoints.json');
  if (!existsSync(endpoints)) stop(`Start the site first: there is no ${endpoints}.`);
  const { dynamodb, credentials_file, region, table_name } = JSON.parse(
    readFileSync(endpoints, 'utf8'),
  ) as Endpoints;
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
    AWS_SHARED_CREDENTIALS_FILE: credentials_file,
    AWS_REGION: region,
  });
  return table_name;
}

function stop(words: string): never {
  process.stderr.write(`${words}\n`);
  process.exit(1);
}
