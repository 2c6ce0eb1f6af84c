import { readHeadLine } from '../../../../../shared/plain/public-log.ts';

const KEY = 'transparency-head';

/** The line of the newest entry that this browser has seen, whatever the site says of it now. */
export const keptLine = (): string | null => localStorage.getItem(KEY);

export const keepLine = (line: string): void => localStorage.setItem(KEY, line);

/** The hashes of such lines, by their entries' numbers; what is no such line is left out. */
export const hashesOf = (lines: readonly string[]): ReadonlyMap<number, string> =>
  new Map(
    lines.flatMap((line) => {
      const head = readHeadLine(line);
      return head ? [[head.seq, head.hash] as const] : [];
    }),
  );
