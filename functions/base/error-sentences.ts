/** Apart from the errors, so that a Lambda loads the texts when it first has an error to explain. */
import { errorText } from '#messages/error-text.ts';
import { errors } from '#messages/server/errors.ts';
import { fields } from '#messages/server/fields.ts';
import type { Fault } from '#shared/base/api-error.ts';

const ENGLISH = { errors: errors.en, fields: fields.en, language: 'en', timeZone: 'UTC' };

/** Returns the errors in English: `Title is required. Username must have at least 3 characters.` */
export const sentences = (faults: readonly Fault[]): string =>
  [...new Set(faults.map((fault) => errorText(ENGLISH, fault)))].join(' ');
