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
