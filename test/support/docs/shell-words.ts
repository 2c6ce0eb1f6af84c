/** The words of the shell command at the beginning of a text, up to what ends it: `|`, `;`, `&`, `)`, a comment or a line's end. */
export function shellWords(text: string): string[] {
  // Somebody's own value, as the docs write it: `<its ARN>`.
  const rest = text.replaceAll(/<[^<>\n]*>/g, 'GIVEN');
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < rest.length; at++) {
    const letter = rest[at]!;
    if (letter === '\\') {
      at += 1;
      if (rest[at] !== '\n') word = (word ?? '') + (rest[at] ?? '');
    } else if (letter === "'" || letter === '"') {
      const end = endOfQuote(rest, at);
      word = (word ?? '') + (letter === '"' ? unescaped(rest.slice(at + 1, end)) : rest.slice(at + 1, end));
      at = end;
    } else if (/[\s|;&)]/.test(letter) || (letter === '#' && word === undefined)) {
      if (word !== undefined) words.push(word);
      word = undefined;
      if (!/[ \t]/.test(letter)) break;
    } else word = (word ?? '') + letter;
  }
  return word === undefined ? words : [...words, word];
}

/** In double quotes, a substitution `$(…)` may have quotes of its own. */
function endOfQuote(text: string, start: number): number {
  const quote = text[start];
  for (let at = start + 1; at < text.length; at++) {
    if (quote === '"' && text[at] === '\\') at += 1;
    else if (quote === '"' && text.startsWith('$(', at)) at = endOfSubstitution(text, at + 2);
    else if (text[at] === quote) return at;
  }
  return text.length;
}

function endOfSubstitution(text: string, start: number): number {
  for (let at = start, depth = 1; at < text.length; at++) {
    if (text[at] === "'") at = text.indexOf("'", at + 1);
    else if (text[at] === '(') depth += 1;
    else if (text[at] === ')' && --depth === 0) return at;
  }
  return text.length;
}

const unescaped = (text: string): string =>
  text.replaceAll(/\\(["\\$`])/g, '$1').replaceAll(/\$\([^]*?\)'?\)?/g, 'GIVEN');
