/**
 * `npm run restore`: makes logins for the accounts of the table that the user pool does not know, after the table came back
 * from a backup or the user pool was lost (docs/operate.md). Says what is missing; `--reset-passwords USER_POOL_ID` makes it.
 * Of the site that runs on this machine (`DATA_DIR`), or of the one that `TABLE_NAME` and `USER_POOL_ID` name.
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

/** Cognito takes 50 new users a second of an account, and 25 or 30 of what else is asked here. Source: "Quotas in Amazon Cognito". */
const MOST_PER_SECOND = 25;
/** Leaves room for those who reset their passwords meanwhile. */
const PER_SECOND = 10;

await runProgram(async () => {
  const { values } = parseArgs({
    options: {
      'reset-passwords': { type: 'string' },
      'per-second': { type: 'string', default: String(PER_SECOND) },
    },
  });
  const perSecond = Number(values['per-second']);
  if (!Number.isInteger(perSecond) || perSecond < 1 || perSecond > MOST_PER_SECOND)
    throw new Error(`--per-second is a whole number from 1 to ${MOST_PER_SECOND}.`);
  const { table, userPoolId } = siteAccounts();
  const say = (words: string): void => console.log(words);
  const { accounts, missing } = await findMissingLogins(table, { client: cognito(), userPoolId });
  const halfMade = missing.filter(({ isHalfMade }) => isHalfMade).length;
  say(`${accounts} accounts; ${missing.length} without a login, of which ${halfMade} are half made.`);
  if (missing.length === 0) return true;
  const confirmed = values['reset-passwords'];
  if (confirmed === undefined) {
    const minutes = Math.ceil(missing.length / perSecond / 60);
    say(`To make them, in about ${minutes} min: --reset-passwords ${userPoolId}`);
    say('Their people are logged out everywhere, and set new passwords by a mailed code.');
    return true;
  }
  if (confirmed !== userPoolId)
    throw new Error(`The user pool is ${userPoolId}. Say so: --reset-passwords ${userPoolId}`);
  const ports = { sessions: sessionsRepository(table), pushes: sessionPushes(table) };
  const { done, failures } = await restoreLogins(missing, {
    // No call is made for the client, which people log in by.
    identity: cognitoIdentity({ userPoolId, clientId: '' }),
    endSessions: (id) => endSessions(ports, id),
    perSecond,
    say,
  });
  say(`${done} logins made.`);
  if (failures.length > 0)
    say(`${failures.length} failed, so repeat this; the first: ${wordsOf(failures[0])}`);
  return failures.length === 0;
});
