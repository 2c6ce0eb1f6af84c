/** Formats of captions that are not read. */
const OTHER_FORMATS: readonly (readonly [format: string, start: RegExp])[] = [
  ['SubStation Alpha (.ass, .ssa)', /^\s*\[Script Info\]|^(Dialogue|Format): /im],
  ['MicroDVD (.sub)', /^\s*\{\d+\}\{\d*\}/],
  ['MPL2 (.txt)', /^\s*\[\d+\]\[\d+\]/],
  ['LRC (.lrc)', /^\s*\[(\d+:\d\d([.:]\d+)?\]|(ar|ti|al|by|offset|length|re|ve):)/i],
  ['Scenarist (.scc)', /^\s*Scenarist_SCC/i],
  ['TTML (.ttml, .dfxp)', /<(\w+:)?tt[\s>]/i],
  ['SAMI (.smi)', /^\s*<sami/i],
  ['EBU STL (.stl)', /^\d{3}STL\d\d\.\d/],
];

/** The name of the format that a file without cues is in, if it is one of captions. */
export const otherFormat = (text: string): string | undefined =>
  OTHER_FORMATS.find(([, start]) => start.test(text.slice(0, 2000)))?.[0];
