/** How a viewer came to what they watch. Counted for its channel's statistics, and stored with no person. */
import * as z from 'zod/mini';
import { described } from '../base/fields.ts';
import { SITE_HOST } from '../limits.ts';

const SOURCE = new RegExp(`^(direct|site|embed|notification|${SITE_HOST})$`);
const SOURCE_MAX_LENGTH = 80;

export const ViewerOrigin = z.strictObject({
  source: described(
    z.string().check(z.maxLength(SOURCE_MAX_LENGTH), z.regex(SOURCE)),
    '`direct`, `site` (from another page of the site), `embed`, `notification`, or the host of another site',
  ),
  language: described(z.string().check(z.regex(/^[a-z]{2,3}$/)), 'Of the browser, without its region'),
});
export type ViewerOrigin = z.infer<typeof ViewerOrigin>;
