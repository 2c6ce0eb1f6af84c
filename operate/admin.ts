/**
 * `npm run admin -- COMMAND …`: operator commands for the local site (`DATA_DIR`), or for the site with the table
 * `TABLE_NAME`, with AWS's own credentials (runbook).
 */
import { commandOf, USAGE } from './admin/commands.ts';
import { siteTable } from './admin/site-table.ts';
import { runProgram } from './program.ts';

await runProgram(async () => {
  const command = commandOf(process.argv.slice(2));
  if (!command) throw new Error(USAGE);
  console.log(await command(siteTable()));
  return true;
});
