/**
 * History state that keeps scroll and focus on the same screen, for example between tabs. Other navigation starts at
 * the top (`layout.tsx`).
 */
export const KEEPS_PLACE = { keepsPlace: true } as const;

export const keepsPlace = (state: unknown): boolean =>
  (state as Partial<typeof KEEPS_PLACE> | null)?.keepsPlace === true;
