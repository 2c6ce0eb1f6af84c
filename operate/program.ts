import { sentences } from '#functions/base/error-sentences.ts';
import { DomainError } from '#functions/base/errors.ts';

/** Runs a program and then exits the process, so that open sockets do not delay it. Prints an error's message. */
export async function runProgram(act: () => Promise<boolean>): Promise<never> {
  const isWell = await act().catch((error: unknown) => {
    console.error(wordsOf(error));
    return false;
  });
  process.exit(isWell ? 0 : 1);
}

/** AWS's errors are identified by their names, and some have no message. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof DomainError) return sentences(error.faults);
  return '$metadata' in error ? `${error.name}: ${error.message}` : error.message;
}
