/**
 * Chat commands, as on Twitch: a text that begins with "/" is a command, and is never sent as a message. "//" writes a
 * message that begins with one "/". The server checks all rights again.
 */
import type { RoomRole } from '#shared/community/rooms.ts';
import {
  SLOW_MODE_MAX_S,
  TIME_OUT_MAX_MINUTES,
  USERNAME_MAX_LENGTH,
  USERNAME_MIN_LENGTH,
  USERNAME_PATTERN,
} from '#shared/limits.ts';
import { typedDigits } from '#shared/plain/text/typed-digits.ts';

/** Who may use them, in the order in which they are suggested. */
const ROLES = {
  me: 'viewer',
  help: 'viewer',
  timeout: 'moderator',
  ban: 'moderator',
  slow: 'moderator',
  clear: 'moderator',
  poll: 'moderator',
  untimeout: 'moderator',
  unban: 'moderator',
  title: 'streamer',
  game: 'streamer',
} as const satisfies Readonly<Record<string, RoomRole>>;

export type CommandName = keyof typeof ROLES;
const NAMES = Object.keys(ROLES) as CommandName[];

export type Command =
  | { readonly type: 'help' }
  | { readonly type: 'clear' }
  /** `minutes` null: a ban. */
  | {
      readonly type: 'sanction';
      readonly username: string;
      readonly minutes: number | null;
      readonly reason: string;
    }
  | { readonly type: 'poll'; readonly question: string; readonly answers: readonly string[] }
  | { readonly type: 'lift'; readonly username: string }
  /** 0: off. */
  | { readonly type: 'slow'; readonly seconds: number }
  | { readonly type: 'title' | 'game'; readonly text: string };

export type CommandProblem =
  | { readonly reason: 'unknown'; readonly name: string }
  | { readonly reason: 'role'; readonly role: RoomRole }
  | { readonly reason: 'usage'; readonly name: CommandName }
  | { readonly reason: 'time_out_length' | 'slow_mode_length' };

export type Draft =
  | { readonly type: 'message'; readonly message: string; readonly isAction: boolean }
  | { readonly type: 'command'; readonly command: Command }
  | { readonly type: 'refused'; readonly problem: CommandProblem };

const RANKS: Readonly<Record<RoomRole, number>> = { viewer: 0, moderator: 1, streamer: 2 };
const may = (role: RoomRole, name: CommandName): boolean => RANKS[role] >= RANKS[ROLES[name]];

export const commandsFor = (role: RoomRole): CommandName[] => NAMES.filter((name) => may(role, name));

/** Spaces, and marks that keyboards of right-to-left scripts set. */
const EDGES = /^[\s\u061c\u200e\u200f]+|[\s\u061c\u200e\u200f]+$/g;

/** A message is one line, without the line breaks of a pasted text. */
export function readDraft(text: string, role: RoomRole): Draft {
  const line = text.replace(EDGES, '').replace(/\s*[\r\n]+\s*/g, ' ');
  if (!line.startsWith('/')) return message(line);
  if (line.startsWith('//')) return message(line.slice(1));
  const [word, rest] = firstWord(line.slice(1));
  const name = NAMES.find((known) => known === word.toLowerCase());
  if (name === undefined) return refused({ reason: 'unknown', name: `/${word}` });
  if (!may(role, name)) return refused({ reason: 'role', role: ROLES[name] });
  return READERS[name](rest) ?? refused({ reason: 'usage', name });
}

const message = (text: string, isAction = false): Draft => ({ type: 'message', message: text, isAction });
const command = (read: Command): Draft => ({ type: 'command', command: read });
const refused = (problem: CommandProblem): Draft => ({ type: 'refused', problem });

/** Words are ASCII, also if they were typed with full-width letters or the digits of another script. */
function firstWord(text: string): readonly [word: string, rest: string] {
  const [, word = '', rest = ''] = /^(\S*)\s*(.*)$/.exec(text) ?? [];
  return [typedDigits(word), rest];
}

/** Return `null` if a part is missing or there is one too many. */
const READERS: Readonly<Record<CommandName, (rest: string) => Draft | null>> = {
  me: (rest) => (rest === '' ? null : message(rest, true)),
  help: () => command({ type: 'help' }),
  clear: (rest) => (rest === '' ? command({ type: 'clear' }) : null),
  poll: (rest) => command({ type: 'poll', ...pollIn(rest) }),
  timeout: (rest) => withPerson(rest, timeOut),
  ban: (rest) =>
    withPerson(rest, (username, reason) => command({ type: 'sanction', username, minutes: null, reason })),
  untimeout: lift,
  unban: lift,
  slow: slowMode,
  title: (text) => (text === '' ? null : command({ type: 'title', text })),
  game: (text) => (text === '' ? null : command({ type: 'game', text })),
};

function withPerson(text: string, read: (username: string, rest: string) => Draft | null): Draft | null {
  const [word, rest] = firstWord(text);
  const username = word.replace(/^@/, '').replace(/[,:]$/, '');
  const isName =
    USERNAME_PATTERN.test(username) &&
    username.length >= USERNAME_MIN_LENGTH &&
    username.length <= USERNAME_MAX_LENGTH;
  return isName ? read(username, rest) : null;
}

function lift(text: string): Draft | null {
  return withPerson(text, (username, rest) => (rest === '' ? command({ type: 'lift', username }) : null));
}

/** "question | answer | answer"; the dialog asks for what is missing. */
function pollIn(text: string) {
  const [question = '', ...answers] = text.split('|').map((part) => part.trim());
  return { question, answers: answers.filter((answer) => answer !== '') };
}

/** As the dialog suggests. */
const DEFAULT_TIME_OUT_MINUTES = 10;

/** The time may be left out. What begins like a number is one, so that a mistyped time is not sent as a reason. */
function timeOut(username: string, text: string): Draft | null {
  const [word, rest] = firstWord(text);
  const sanction = (minutes: number, reason: string) =>
    command({ type: 'sanction', username, minutes, reason });
  if (!/^[-+.\d]/.test(word)) return sanction(DEFAULT_TIME_OUT_MINUTES, text);
  const seconds = readSeconds(word);
  if (seconds === null) return null;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 1 || minutes > TIME_OUT_MAX_MINUTES) return refused({ reason: 'time_out_length' });
  return sanction(minutes, rest);
}

const DEFAULT_SLOW_MODE_S = 30;

function slowMode(text: string): Draft | null {
  const [word, rest] = firstWord(text);
  if (rest !== '') return null;
  if (word === '') return command({ type: 'slow', seconds: DEFAULT_SLOW_MODE_S });
  const seconds = word.toLowerCase() === 'off' ? 0 : readSeconds(word);
  if (seconds === null) return null;
  if (seconds > SLOW_MODE_MAX_S) return refused({ reason: 'slow_mode_length' });
  return command({ type: 'slow', seconds });
}

const UNITS_S: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** "10", which is seconds, "10s", "5m", "2h" or "1d". */
function readSeconds(word: string): number | null {
  const [, digits, unit = 's'] = /^(\d+)([smhd])?$/i.exec(word) ?? [];
  return digits === undefined ? null : Number(digits) * UNITS_S[unit.toLowerCase()]!;
}
