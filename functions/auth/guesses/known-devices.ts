/**
 * Devices that have signed in before ("device cookies", OWASP). A mark holds the device's id and, for each account, a
 * MAC that only we can make and that names no account.
 */
import { randomBytes } from 'node:crypto';
import { derivedKey, isSameMac, keysIn, macOf } from '#functions/base/mac.ts';

/** 128 bits, in base64url. */
const PART_BYTES = 16;
const PART = /^[\w-]{22}$/;
/** One more replaces the oldest. */
const MAX_ACCOUNTS = 5;

/** Ending all sessions starts a new generation without known devices. */
export interface AccountGeneration {
  readonly id: string;
  readonly generation: number;
}

export type KnownDevices = ReturnType<typeof knownDevices>;

/** `keys` are joined by a comma: the first signs, all verify. */
export function knownDevices(keys: string) {
  const known = keysIn(keys).map((key) => derivedKey(key, 'fanfare known device'));
  const macFor = (key: Buffer, device: string, { id, generation }: AccountGeneration): Buffer =>
    macOf(key, [device, id, generation].join('.')).subarray(0, PART_BYTES);
  return {
    /** The device's id, if it has signed in to this account. */
    idOf: (mark: string | undefined, account: AccountGeneration): string | null => {
      const [device, ...macs] = partsOf(mark);
      const isOurs = (mac: string): boolean =>
        known.some((key) => isSameMac(macFor(key, device!, account), Buffer.from(mac, 'base64url')));
      return device !== undefined && macs.some(isOurs) ? device : null;
    },
    /** The device's new mark, which includes this account. */
    marked: (mark: string | undefined, account: AccountGeneration): string => {
      const [device = randomBytes(PART_BYTES).toString('base64url'), ...macs] = partsOf(mark);
      const mac = macFor(known[0]!, device, account).toString('base64url');
      const others = macs.filter((other) => other !== mac).slice(0, MAX_ACCOUNTS - 1);
      return [device, mac, ...others].join('.');
    },
  };
}

/** Device and MACs; empty for an invalid mark. */
function partsOf(mark = ''): readonly string[] {
  const parts = mark.split('.', MAX_ACCOUNTS + 1);
  return parts.every((part) => PART.test(part)) ? parts : [];
}
