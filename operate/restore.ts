/**
 * `npm run restore`: creates logins for accounts in the table that are missing in the user pool, after the table was
 * restored from a backup or the user pool was lost (docs/operate.md). Lists what is missing; `--reset-passwords
 * USER_POOL_ID` creates it. For the local site (`DATA_DIR`), or for the one with `TABLE_NAME` and `USER_POOL_ID`.
 */
import { parseArgs } from 'node:util';
import { cognito, cognitoIdentity } from '#functions/auth/auth.cognito.ts';
import { sessionsRepository } from '#functions/auth/table/sessions.repository.ts';
import { endSessions } from '#functions/auth/sessions/sessions.service.ts';
import { sessionPushes } from '#functions/composition/session-pushes.ts';
import { siteAccounts } from './admin/site-table.ts';
import { runProgram, wordsOf } from './program.ts';
import { findMissingLogins } from './restore/missing-logins.ts';
import { restoreLogins } from './restore/restore-logins.ts';

/** Cognito allows an account 50 new users a second, and 25 or 30 other calls. Source: "Quotas in Amazon Cognito". */
const MAX_PER_SECOND = 25;
/** Leaves capacity for people who reset their passwords meanwhile. */
const PER_SECOND = 10;

await runProgram(async () => {
  const { values } = parseArgs({
    options: {
      'reset-passwords': { type: 'string' },
      'per-second': { type: 'string', default: String(PER_SECOND) },
    },
  });
  const perSecond = Number(values['per-second']);
  if (!Number.isInteger(perSecond) || perSecond < 1 || perSecond > MAX_PER_SECOND)
    throw new Error(`--per-second must be an integer from 1 to ${MAX_PER_SECOND}.`);
  const { table, userPoolId } = siteAccounts();
  const say = (words: string): void => console.log(words);
  const { accounts, missing } = await findMissingLogins(table, { client: cognito(), userPoolId });
  const halfMade = missing.filter(({ isHalfMade }) => isHalfMade).length;
  say(`${accounts} accounts; ${missing.length} without a login, of which ${halfMade} are incomplete.`);
  if (missing.length === 0) return true;
  const confirmed = values['reset-passwords'];
  if (confirmed === undefined) {
    const minutes = Math.ceil(missing.length / perSecond / 60);
    say(`To create them, in about ${minutes} min: --reset-passwords ${userPoolId}`);
    say('Their owners are logged out everywhere, and set new passwords with a code by e-mail.');
    return true;
  }
  if (confirmed !== userPoolId)
    throw new Error(`The user pool is ${userPoolId}. Confirm with --reset-passwords ${userPoolId}`);
  const ports = { sessions: sessionsRepository(table), pushes: sessionPushes(table) };
  const { done, failures } = await restoreLogins(missing, {
    // None of these calls is made for the client with which people log in.
    identity: cognitoIdentity({ userPoolId, clientId: '' }),
    endSessions: (id) => endSessions(ports, id),
    perSecond,
    say,
  });
  say(`${done} logins made.`);
  if (failures.length > 0)
    say(`${failures.length} failed; run this again. The first error: ${wordsOf(failures[0])}`);
  return failures.length === 0;
});
