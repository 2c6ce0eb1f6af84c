/**
 * The remaining work of a suspension, in the queue of deletions so that one read finds both. Keys:
 *
 * | item       | pk             | sk           | gsi1pk      | gsi1sk       |
 * |------------|----------------|--------------|-------------|--------------|
 * | suspension | `CHANNEL#<id>` | `SUSPENSION` | `DELETIONS` | `<due>#<id>` |
 */
import { dueKeys, dueWork } from '#functions/aws/table/due-queue.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { DUE_ACCOUNTS } from '#functions/channels/index.ts';

export interface SuspensionWork {
  readonly id: string;
  /** In ms since 1970. */
  readonly dueMs: number;
  /**
   * `begin`: streams end and videos are withheld. `held`: waits for `untilMs`. `end`: videos are restored.
   * `purge`: all media are deleted for the operator, also of a person who is not suspended.
   */
  readonly phase: 'begin' | 'held' | 'end' | 'purge';
  readonly untilMs: number | null;
  readonly isNotified?: boolean | undefined;
}

export interface SuspensionItem {
  readonly id: string;
  readonly due_ms: number;
  readonly phase: SuspensionWork['phase'];
  readonly until_ms: number | null;
  readonly is_told?: boolean | undefined;
}

const suspensionKey = (id: string) => ({ pk: `CHANNEL#${id}`, sk: 'SUSPENSION' });

export const suspensionItem = ({ id, dueMs, phase, untilMs, isNotified }: SuspensionWork) => ({
  ...suspensionKey(id),
  ...dueKeys(DUE_ACCOUNTS, id, dueMs),
  ...({ id, due_ms: dueMs, phase, until_ms: untilMs, is_told: isNotified } satisfies SuspensionItem),
});

export const toSuspension = (item: SuspensionItem): SuspensionWork => ({
  id: item.id,
  dueMs: item.due_ms,
  phase: item.phase,
  untilMs: item.until_ms,
  isNotified: item.is_told,
});

export type SuspensionsRepository = ReturnType<typeof suspensionsRepository>;

export const suspensionsRepository = (table: Table) => dueWork(table, suspensionItem, ['due_ms', 'phase']);
