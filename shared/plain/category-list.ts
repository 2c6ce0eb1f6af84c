/** Apart from the schemas, so that pages load no zod. */

/** §5, in the specification's order. The art of each is `/categories/{id}.svg`. */
export const CATEGORIES = [
  { id: 'ceiling-fans', name: 'Ceiling Fans' },
  { id: 'industrial-fans', name: 'Industrial Fans' },
  { id: 'box-fans', name: 'Box Fans' },
  { id: 'table-fans', name: 'Table Fans' },
  { id: 'tower-fans', name: 'Tower Fans' },
  { id: 'exhaust-fans', name: 'Exhaust Fans' },
  { id: 'pedestal-fans', name: 'Pedestal Fans' },
  { id: 'window-fans', name: 'Window Fans' },
  { id: 'computer-fans', name: 'Computer Fans' },
  { id: 'vintage-fans', name: 'Vintage Fans' },
] as const;

/**
 * The id of a category's name, known or not: "Ceiling Fans" → "ceiling-fans". Ignores case and spaces; replaces
 * slashes, which would end a URL segment. An id maps to itself.
 */
export const categoryIdOf = (name: string): string =>
  name
    .normalize()
    .trim()
    .toLowerCase()
    .replace(/[\s/\\]+/g, '-');

/**
 * A category's name as a segment of an API path: without slashes, because HTTP APIs of AWS decode paths before they match
 * routes. Names the same category as `name`.
 */
export const categorySegment = (name: string): string => name.replaceAll(/[/\\]+/g, '-');
