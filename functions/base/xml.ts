/** Elements of XML 1.0, from texts that may be anything. */
import { escaped } from '../../shared/plain/markup.ts';

/** All that no document may have, written in whatever way (§2.2). */
const NO_CHARACTER = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** A text as the content of an element, or as the value of an attribute. */
export const xmlText = (text: string): string => escaped(text.replaceAll(NO_CHARACTER, '\ufffd'));

/** An element that has text in it. */
export const element = (name: string, text: string): string => `<${name}>${xmlText(text)}</${name}>`;

/** A whole document; `attributes` are of its root. */
export const xmlDocument = (root: string, attributes: string, children: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${[root, attributes].filter(Boolean).join(' ')}>\n${children.join('\n')}\n</${root}>\n`;
