/** The address that the operator gives for mail (`-c mailFrom=…`); nothing where none is given. Throws where it is none. */
export function mailFrom(contextOf: (name: string) => unknown): string | undefined {
  const value = contextOf('mailFrom');
  if (value === undefined) return undefined;
  if (typeof value === 'string' && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) return value;
  throw new Error(`-c mailFrom=${String(value)} is no e-mail address`);
}

/**
 * A whole number from `least` on that the operator gives (`-c name=3`); nothing where none is given. Throws an error that
 * names what is no such number.
 */
export function wholeNumber(
  contextOf: (name: string) => unknown,
  name: string,
  least = 1,
): number | undefined {
  const value = contextOf(name);
  if (value === undefined) return undefined;
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : NaN;
  if (Number.isInteger(number) && number >= least) return number;
  throw new Error(`-c ${name}=${String(value)} is not a whole number from ${least} on`);
}
