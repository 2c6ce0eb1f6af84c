/** An estimate of dollars as a person reads it: 0.4231 → "about $0.42", 0.002 → "less than $0.01". */
export const aboutDollars = (dollars: number): string =>
  dollars < 0.01 ? 'less than $0.01' : `about $${dollars.toFixed(2)}`;
