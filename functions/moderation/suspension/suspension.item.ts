/**
 * What follows from a suspension and from its end, as the table holds it until it is done. It waits where deletions do, so
 * that one read finds both. Keys:
 *
 * | item       | pk             | sk           | gsi1pk      | gsi1sk       |
 * |------------|----------------|--------------|-------------|--------------|
 * | suspension | `CHANNEL#<id>` | `SUSPENSION` | `DELETIONS` | `<due>#<id>` |
 */
import { dueKeys } from '../../aws/table/due-queue.ts';
import { DUE_ACCOUNTS } from '../../channels/index.ts';
import type { SuspensionWork } from './ports.ts';

export interface SuspensionItem {
  readonly id: string;
  readonly due_ms: number;
  readonly phase: SuspensionWork['phase'];
  readonly until_ms: number | null;
  readonly is_told?: boolean | undefined;
}

export const suspensionKey = (id: string) => ({ pk: `CHANNEL#${id}`, sk: 'SUSPENSION' });

export const suspensionItem = ({ id, dueMs, phase, untilMs, isTold }: SuspensionWork) => ({
  ...suspensionKey(id),
  ...dueKeys(DUE_ACCOUNTS, id, dueMs),
  ...({ id, due_ms: dueMs, phase, until_ms: untilMs, is_told: isTold } satisfies SuspensionItem),
});

export const toSuspension = (item: SuspensionItem): SuspensionWork => ({
  id: item.id,
  dueMs: item.due_ms,
  phase: item.phase,
  untilMs: item.until_ms,
  isTold: item.is_told,
});
