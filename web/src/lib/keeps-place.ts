/**
 * The state of a step to another address of the same screen, such as another tab: who is there stays at their place, with
 * the keyboard where it is. Any other step starts at the top (`layout.tsx`).
 */
export const KEEPS_PLACE = { keepsPlace: true } as const;

export const keepsPlace = (state: unknown): boolean =>
  (state as Partial<typeof KEEPS_PLACE> | null)?.keepsPlace === true;
