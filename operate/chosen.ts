/** Parses a comma-separated list of names; all if none is given. Throws an error for the operator for unknown names. */
export function chosen<N extends string>(
  list: string | undefined,
  all: readonly N[],
  what: string,
): readonly N[] {
  if (list === undefined) return all;
  return list.split(',').map((name) => {
    const found = all.find((one) => one === name);
    if (!found) throw new Error(`There is no ${what} '${name}'; there are ${all.join(', ')}.`);
    return found;
  });
}
