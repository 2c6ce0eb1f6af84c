/** Those of a list with commas; all where none is given. Throws words for a person where there is none of a name. */
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
