/** How a viewer came to what they watch. Counted for its channel's statistics, and stored with no person. */
import * as z from 'zod/mini';
import { described } from '../base/fields.ts';

const SOURCE = /^(direct|site|embed|notification|(?:[a-z\d-]{1,63}\.){1,4}[a-z\d-]{2,24})$/;
const SOURCE_MAX_LENGTH = 80;

export const ViewerOrigin = z.strictObject({
  source: described(
    z.string().check(z.maxLength(SOURCE_MAX_LENGTH), z.regex(SOURCE)),
    '`direct`, `site` (from another page of the site), `embed`, `notification`, or the host of another site',
  ),
  language: described(z.string().check(z.regex(/^[a-z]{2,3}$/)), 'Of the browser, without its region'),
});
export type ViewerOrigin = z.infer<typeof ViewerOrigin>;
