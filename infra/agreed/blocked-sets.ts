/** The IP sets that the CDN refuses: created by the guard's stack, filled by `npm run block`. */
export type IpVersion = 'IPV4' | 'IPV6';

/** Returns a set's name, because the command does not know ids. `guardStack` is the stack's name. */
export const blockedSetName = (guardStack: string, version: IpVersion): string =>
  `${guardStack}-blocked-${version.toLowerCase()}`;
