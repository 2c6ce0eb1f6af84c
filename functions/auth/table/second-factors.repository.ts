/**
 * Second factors, as the table holds them. Keys:
 *
 * | item          | pk                   | sk      |
 * |---------------|----------------------|---------|
 * | second factor | `SECOND_FACTOR#<id>` | `STATE` |
 *
 * Apart from the account, so that only the Lambdas that need it can read it. The secret and the recovery codes
 * are `sealed`: a reader of the table learns none, and a writer cannot copy one from another account.
 */
import { getItem } from '#functions/aws/table/get-item.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { ofVersion, putItem } from '#functions/aws/table/write-items.ts';
import { sealer } from '#functions/base/sealer.ts';
import { NO_SECOND_FACTOR, type SecondFactor } from './second-factor.ts';

interface SecondFactorItem {
  readonly version: number;
  readonly is_on: boolean;
  readonly last_step: number;
  readonly wrong_codes: number;
  readonly closed_until_ms: number;
  /** `Sealed`, as JSON. */
  readonly sealed: string;
}

type Sealed = Pick<SecondFactor, 'secret' | 'recoveryHashes'>;

export const secondFactorPartition = (accountId: string): string => `SECOND_FACTOR#${accountId}`;
const secondFactorKey = (accountId: string) => ({ pk: secondFactorPartition(accountId), sk: 'STATE' });

export type SecondFactorsRepository = ReturnType<typeof secondFactorsRepository>;

/** `keys` are the keys of `sealer`. */
export function secondFactorsRepository(table: Table, keys: string) {
  const { seal, open } = sealer(keys, { purpose: 'fanfare second factor' });
  return {
    find: async (accountId: string): Promise<SecondFactor> => {
      const item = await getItem<SecondFactorItem>(table, secondFactorKey(accountId));
      if (!item) return NO_SECOND_FACTOR;
      const { version, is_on: isOn, last_step: lastStep, wrong_codes: wrongCodes } = item;
      const sealed = JSON.parse(open(item.sealed, accountId)) as Sealed;
      return { version, isOn, lastStep, wrongCodes, closedUntilMs: item.closed_until_ms, ...sealed };
    },
    /** False when `known` has changed since, as when a code is used twice at once. */
    replace: (accountId: string, { version: known }: SecondFactor, next: SecondFactor): Promise<boolean> => {
      const sealed: Sealed = { secret: next.secret, recoveryHashes: next.recoveryHashes };
      const item: SecondFactorItem = {
        version: known + 1,
        is_on: next.isOn,
        last_step: next.lastStep,
        wrong_codes: next.wrongCodes,
        closed_until_ms: next.closedUntilMs,
        sealed: seal(JSON.stringify(sealed), accountId),
      };
      return putItem(table, { ...secondFactorKey(accountId), ...item }, ofVersion(known));
    },
  };
}

/** The second factor in the data export. */
export async function secondFactorFacts(table: Table, accountId: string): Promise<{ is_on: boolean }> {
  const item = await getItem<SecondFactorItem>(table, secondFactorKey(accountId));
  return { is_on: item?.is_on ?? false };
}
