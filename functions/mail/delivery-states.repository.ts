/**
 * The outcome of the latest mail to an address, if known. Keys:
 *
 * | item  | pk                         | sk      |
 * |-------|----------------------------|---------|
 * | state | `MAIL#<the address' hash>` | `STATE` |
 */
import { DAY_S } from '#shared/plain/time.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { putItem } from '#functions/aws/table/write-items.ts';
import { seconds } from '#functions/base/seconds.ts';
import { addressHash } from './address-hash.ts';

/** It bounced permanently; its recipient called it spam; or its recipient has entered a code from it. */
export type DeliveryState = 'bounced' | 'complained' | 'arrived';

interface StateItem {
  readonly state: DeliveryState;
  readonly at_ms: number;
}

/** An arrival only has to outlive late events of earlier mails. */
const KEPT_S: Readonly<Record<DeliveryState, number>> = {
  bounced: 365 * DAY_S,
  complained: 365 * DAY_S,
  arrived: 2 * DAY_S,
};

const stateKey = (address: string) => ({ pk: `MAIL#${addressHash(address)}`, sk: 'STATE' });

export type DeliveryStates = ReturnType<typeof deliveryStates>;

export const deliveryStates = (table: Table) => ({
  find: async (address: string): Promise<DeliveryState | null> =>
    (await getItem<StateItem>(table, stateKey(address)))?.state ?? null,
  /** `atMs`: when the mail was sent, or entered. Keeps what is newer, so that order and repetition do not matter. */
  note: async (address: string, state: DeliveryState, atMs: number): Promise<void> => {
    const item = { ...stateKey(address), state, at_ms: atMs, expires_at: seconds(atMs) + KEPT_S[state] };
    const isNewer = { if: 'attribute_not_exists(pk) OR at_ms < :at', values: { ':at': atMs } };
    await putItem(table, item, isNewer);
  },
});
