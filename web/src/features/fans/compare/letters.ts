/** By which a fan is known in the table and in the pictures of a comparison: the first is A. */
export const letterOf = (at: number): string => String.fromCodePoint(65 + at);
