import { escapeMarkup } from '#shared/plain/text/markup.ts';

/** Characters forbidden in XML, even escaped (§2.2). */
const NO_CHARACTER = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Escapes a text for an element or an attribute. */
export const xmlText = (text: string): string => escapeMarkup(text.replaceAll(NO_CHARACTER, '\ufffd'));

export const element = (name: string, text: string): string => `<${name}>${xmlText(text)}</${name}>`;

/** `attributes` are of the root. */
export const xmlDocument = (root: string, attributes: string, children: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${[root, attributes].filter(Boolean).join(' ')}>\n${children.join('\n')}\n</${root}>\n`;
