import { SCREENS } from '#shared/plain/screens.ts';

/** The screens whose address has no parameters, except those in a list of addresses. */
export function otherScreens(addresses: readonly string[]): string[] {
  const listed = new Set(addresses.map((address) => address.split(/[?#]/)[0]));
  return Object.values(SCREENS).filter((path) => !path.includes(':') && !listed.has(path));
}
