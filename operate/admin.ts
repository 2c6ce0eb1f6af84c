/**
 * `npm run admin -- COMMAND …`: what the operator alone does. To the site that runs on this machine (`DATA_DIR`), or to the
 * one whose table `TABLE_NAME` names, with AWS's own credentials (runbook).
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
