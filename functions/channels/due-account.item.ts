/** How what is to be done of an account waits for the tick: see `deletions.repository.ts` and `suspension.item.ts`. */

export const DUE_PARTITION = 'DELETIONS';
/** Of milliseconds since 1970. */
const DUE_DIGITS = 15;

export const dueText = (dueMs: number): string => String(Math.round(dueMs)).padStart(DUE_DIGITS, '0');

export const dueKeys = (id: string, dueMs: number) => ({
  gsi1pk: DUE_PARTITION,
  gsi1sk: `${dueText(dueMs)}#${id}`,
});
