/** The sets of addresses that the CDN refuses: the guard's stack makes them, and `npm run block` fills them. */
export type IpVersion = 'IPV4' | 'IPV6';

/** Their names, because the command knows no ids. `guardStack` is the stack's name. */
export const blockedSetName = (guardStack: string, version: IpVersion): string =>
  `${guardStack}-blocked-${version.toLowerCase()}`;
