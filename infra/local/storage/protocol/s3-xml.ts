import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { malformedXml } from './s3-errors.ts';

/** An element; left out if its content is `undefined`. */
export type Xml = readonly [name: string, content: string | number | boolean | undefined | readonly Xml[]];

const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/';

export function xmlDocument(name: string, content: readonly Xml[]): string {
  const inner = content.map(render).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="${NAMESPACE}">${inner}</${name}>`;
}

/** Errors have no namespace. */
export const xmlError = (members: Readonly<Record<string, unknown>>): string => {
  const content = Object.entries(members).map(([name, value]): Xml => [name, String(value)]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${render(['Error', content])}`;
};

function render([name, content]: Xml): string {
  if (content === undefined) return '';
  const inner = Array.isArray(content) ? content.map(render).join('') : escape(String(content));
  return `<${name}>${inner}</${name}>`;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * Writes control characters as S3 does, although XML 1.0 does not allow most of them; `encoding-type=url` avoids it.
 */
const escape = (text: string): string =>
  text.replace(
    /[&<>"]|\p{Cc}/gu,
    (character) => ESCAPES[character] ?? `&#x${character.charCodeAt(0).toString(16)};`,
  );

/** A parsed element: text, elements by name, or several with the same name. */
export type XmlValue = string | XmlElement | readonly XmlValue[];
export interface XmlElement {
  readonly [name: string]: XmlValue;
}

const REPEATED = new Set(['Object', 'Part']);

const parser = new XMLParser({
  parseTagValue: false,
  trimValues: false,
  ignoreAttributes: true,
  htmlEntities: true,
  isArray: (name) => REPEATED.has(name),
});

/** Parses a document with the given root element. Throws `MalformedXML`. */
export function parseXml(text: string, root: string): XmlElement {
  if (text.includes('<!DOCTYPE') || XMLValidator.validate(text) !== true) throw malformedXml();
  const value = (parser.parse(text) as XmlElement)[root];
  if (typeof value === 'string' && value.trim() === '') return {};
  if (!isElement(value)) throw malformedXml();
  return value;
}

const isElement = (value: XmlValue | undefined): value is XmlElement =>
  typeof value === 'object' && !Array.isArray(value);

/** Returns all elements with that name, none, one or several. */
export const elementsOf = (parent: XmlElement, name: string): XmlElement[] =>
  [parent[name] ?? []].flat().filter(isElement);

export const textOf = (parent: XmlElement, name: string): string | undefined => {
  const value = parent[name];
  return typeof value === 'string' ? value : undefined;
};
