/** More in one message are not told: whoever calls many calls nobody. */
const MAX_NAMED = 5;

/** Who is called by `@name` in a message, in lower case; an e-mail address calls nobody, and nobody calls themselves. */
export function namedIn(message: string, author: string): readonly string[] {
  const names = [...message.matchAll(/(?<!\w)@(\w{1,50})(?!\w)/g)].map(([, name = '']) => name.toLowerCase());
  return [...new Set(names)].filter((name) => name !== author.toLowerCase()).slice(0, MAX_NAMED);
}
