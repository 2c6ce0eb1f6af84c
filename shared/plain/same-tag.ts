/** Tags are equal in any case. The form and the API both drop the second one. */
export const isSameTag = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
