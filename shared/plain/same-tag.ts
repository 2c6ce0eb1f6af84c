/** Whether two tags say the same: they may differ in case. The form and the API both drop the second of such a pair. */
export const isSameTag = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
