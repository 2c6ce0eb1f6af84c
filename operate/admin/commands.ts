/** Operator commands that change a site's table. Each returns its result as a sentence. */
import { parseArgs } from 'node:util';
import { accountsRepository } from '#functions/auth/accounts/accounts.repository.ts';
import { sessionsRepository } from '#functions/auth/table/sessions.repository.ts';
import { endSessions } from '#functions/auth/sessions/sessions.service.ts';
import { sessionPushes } from '#functions/composition/session-pushes.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { setCap } from '#functions/costs/costs.repository.ts';
import { setModerator } from '#functions/moderation/moderators.writes.ts';
import { undoTakeDown, takeDown } from '#functions/moderation/take-down.ts';
import { REPORT_REASONS, type ReportReason } from '#shared/plain/moderation/report-words.ts';
import { denialsRepository } from '#functions/denied-media/denials.repository.ts';
import { BLOCK_USAGE } from '../block/commands.ts';
import { backfill, backfills } from './backfill.ts';
import { copyBack } from './copy-back.ts';
import { purges } from './purge.ts';

/** Throws an error with a message for the operator. */
type Command = (table: Table, args: string[]) => Promise<string>;

const ROLE_WORDS = {
  grant: { done: 'is a moderator of the site now', 'already so': 'is already one, or is suspended' },
  revoke: { done: 'is no longer a moderator of the site', 'already so': 'is not one' },
} as const;

const setRole =
  (command: keyof typeof ROLE_WORDS): Command =>
  async (table, [name = '']) => {
    const change = await setModerator(table, name, command === 'grant');
    if (change === 'not found') throw new Error(`There is no account ${name}.`);
    return `${name} ${ROLE_WORDS[command][change]}.`;
  };

const isReason = (word: string): word is ReportReason => Object.hasOwn(REPORT_REASONS, word);

interface AdminCommand {
  readonly usage: string;
  readonly run: Command;
  /** Whether it concerns the whole site. @default false */
  readonly isOfSite?: boolean;
}

const commands: Readonly<Record<string, AdminCommand>> = {
  grant: { usage: 'grant NAME', run: setRole('grant') },
  revoke: { usage: 'revoke NAME', run: setRole('revoke') },
  cap: {
    usage: 'cap NAME DOLLARS|none',
    run: async (table, [name = '', amount = '']) => {
      const dollars = amount === 'none' ? undefined : Number(amount || NaN);
      if (dollars !== undefined && !(dollars >= 0 && dollars < Infinity))
        throw new Error(`'${amount}' is not a number of dollars a month; 'none' removes a cap.`);
      const spent = await setCap(table, name, dollars);
      if (spent === null) throw new Error(`There is no account ${name}.`);
      const rule = dollars === undefined ? 'has no cap' : `may cost $${dollars} a month`;
      return `${name} ${rule} now; this month it has cost about $${spent.toFixed(2)}.`;
    },
  },
  'take-down': {
    usage: 'take-down NAME REASON [--days 7] [--words "To the person"]',
    run: async (table, args) => {
      const options = { days: { type: 'string' }, words: { type: 'string' } } as const;
      const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
      const [name = '', reason = ''] = positionals;
      if (!isReason(reason))
        throw new Error(`The reason must be one of ${Object.keys(REPORT_REASONS).join(', ')}.`);
      const days = values.days === undefined ? null : Number(values.days);
      if (days !== null && !(Number.isInteger(days) && days > 0))
        throw new Error(`--days ${values.days} is not a number of days.`);
      if (!(await takeDown(table, name, { reason, days, words: values.words ?? '' })))
        throw new Error(`There is no visible channel ${name}.`);
      return `${name} is suspended ${days === null ? 'for good' : `for ${days} days`}; what is live ends within a minute.`;
    },
  },
  'put-back': {
    usage: 'put-back NAME',
    run: async (table, [name = '']) => {
      if (!(await undoTakeDown(table, name))) throw new Error(`Nothing was decided about ${name}.`);
      return `${name} is back.`;
    },
  },
  'sign-out': {
    usage: 'sign-out NAME',
    run: async (table, [name = '']) => {
      const account = await accountsRepository(table).findByName(name);
      if (!account) throw new Error(`There is no account ${name}.`);
      await endSessions({ sessions: sessionsRepository(table), pushes: sessionPushes(table) }, account.id);
      return `${name} is signed out everywhere; reads end within 15 minutes.`;
    },
  },
  purge: {
    usage: `purge ${Object.keys(purges).join('|')} ID|NAME [--force]`,
    run: async (table, args) => {
      const options = { force: { type: 'boolean' } } as const;
      const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
      const [kind = '', subject = ''] = positionals;
      const purge = Object.hasOwn(purges, kind) ? purges[kind] : undefined;
      if (!purge) throw new Error(`The kind to purge must be one of ${Object.keys(purges).join(', ')}.`);
      const what = await purge(table, subject, { isForced: values.force ?? false });
      return `${what} deleted permanently within minutes.`;
    },
  },
  'deny-again': {
    usage: 'deny-again',
    isOfSite: true,
    run: async (table) => {
      const items = await denialsRepository(table).publishAgain(Date.now());
      return `The media of ${items} items and channels are denied again within minutes.`;
    },
  },
  backfill: {
    usage: `backfill ${Object.keys(backfills).join('|')}`,
    run: async (table, [kind = '']) => {
      const known = Object.hasOwn(backfills, kind) ? backfills[kind] : undefined;
      if (!known)
        throw new Error(`The kind to backfill must be one of ${Object.keys(backfills).join(', ')}.`);
      return `${await backfill(table, known)} ${kind} are up to date.`;
    },
  },
  'copy-back': {
    usage: 'copy-back RESTORED_TABLE [--prefix "VIDEO#"] [--without "INGEST#"]… [--over] [--dry-run]',
    run: async (table, args) => {
      const flag = { type: 'boolean' } as const;
      const without = { type: 'string', multiple: true } as const;
      const options = { prefix: { type: 'string' }, without, over: flag, 'dry-run': flag } as const;
      const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
      const { 'dry-run': isDryRun, ...wanted } = values;
      const { read, written } = await copyBack(table, {
        from: positionals[0] ?? '',
        ...wanted,
        write: !isDryRun,
      });
      return isDryRun ? `${read} items would be checked.` : `${written} of ${read} items were written.`;
    },
  },
};

/** All commands, one per line. */
export const USAGE = `usage: npm run admin -- COMMAND
${Object.values(commands)
  .map(({ usage }) => `  ${usage}`)
  .join('\n')}
and at the CDN:
${BLOCK_USAGE.map((usage) => `  ${usage}`).join('\n')}`;

/** Returns the command with that name; `undefined` if there is none or its argument is missing. */
export function commandOf([name = '', ...args]: readonly string[]):
  | ((table: Table) => Promise<string>)
  | undefined {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command || (args.length === 0 && !command.isOfSite)) return undefined;
  return (table) => command.run(table, args);
}
