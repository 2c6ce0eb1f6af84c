/** The categories themselves. Apart from the schemas, so that who needs only these loads no zod. */

/** §5, in the order that the specification gives. The art of each is `/categories/{id}.svg`. */
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
 * The id of the category that a name stands for, one of the ten or not: "Ceiling Fans" → "ceiling-fans". Neither case nor
 * spaces matter, a slash would end a segment of an address. An id stands for itself.
 */
export const categoryIdOf = (name: string): string =>
  name
    .normalize()
    .trim()
    .toLowerCase()
    .replace(/[\s/\\]+/g, '-');
