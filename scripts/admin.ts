/**
 * What the operator alone does: `npm run admin -- grant NAME` makes somebody a moderator of the site, `revoke NAME` ends
 * it; `cap NAME 5` lets a channel cost five dollars a month and no more, `cap NAME none` what it likes. Of the site that runs on this machine (`DATA_DIR`), or of the table that `TABLE_NAME` names, with AWS's own
 * credentials (runbook).
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Table } from '../functions/aws/table/table.ts';
import type { Endpoints } from '../infra/local/endpoints.ts';

const USAGE = 'usage: npm run admin -- grant|revoke NAME, or cap NAME DOLLARS|none';
const WORDS = {
  grant: { done: 'is a moderator of the site now', 'already so': 'is one already, or is suspended' },
  revoke: { done: 'is no moderator of the site any more', 'already so': 'is none' },
} as const;

const [command = '', name = '', amount] = process.argv.slice(2);
if (name === '') stop(USAGE);
const act = actOf();
const { openTable } = await import('../functions/aws/table/table.ts');
const table = openTable(process.env['TABLE_NAME'] ?? useThisMachine());
const words = await act(table);
table.client.destroy();
if (words === null) stop(`Nobody is called ${name}.`);
process.stdout.write(`${words}\n`);

/** What is to be done; answers what to say of it, `null` where nobody has the name. */
function actOf(): (table: Table) => Promise<string | null> {
  if (command === 'cap') return cap;
  if (isRole(command)) return (table) => role(table, command);
  return stop(USAGE);
}

function isRole(word: string): word is keyof typeof WORDS {
  return Object.hasOwn(WORDS, word);
}

async function role(table: Table, command: keyof typeof WORDS): Promise<string | null> {
  const { setModerator } = await import('../functions/moderators.ts');
  const change = await setModerator(table, name, command === 'grant');
  return change === 'nobody' ? null : `${name} ${WORDS[command][change]}.`;
}

async function cap(table: Table): Promise<string | null> {
  const dollars = amount === 'none' ? undefined : Number(amount || NaN);
  if (dollars !== undefined && !(dollars >= 0 && dollars < Infinity)) stop(USAGE);
  const { setCap } = await import('../functions/costs/costs.repository.ts');
  const spent = await setCap(table, name, dollars);
  if (spent === null) return null;
  const rule = dollars === undefined ? 'has no cap' : `may cost $${dollars} a month`;
  return `${name} ${rule} now; this month it has cost about $${spent.toFixed(2)}.`;
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
