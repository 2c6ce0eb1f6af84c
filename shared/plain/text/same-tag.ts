/** Tags are equal in any case and in any encoding of their accents. The form and the API both drop the second one. */
export const isSameTag = (a: string, b: string): boolean => comparable(a) === comparable(b);

const comparable = (tag: string): string => tag.normalize('NFKC').toUpperCase();
