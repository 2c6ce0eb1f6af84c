import { errorText } from '#messages/error-text.ts';
import type { ApiError, Fault } from '#shared/base/api-error.ts';
import { group, language } from '../i18n/messages.ts';

const texts = { errors: group('errors'), fields: group('fields'), language };

/** A broken rule in the page's language; undefined where a newer server names one that is unknown here. */
export const faultText = (fault: Fault): string | undefined => errorText(texts, fault);

/** What an error says, in the page's language; undefined where a part of it is unknown. */
export function textOf({ issues, ...error }: ApiError): string | undefined {
  const sentences = (issues ?? [error as Fault]).map(faultText);
  return sentences.includes(undefined) ? undefined : [...new Set(sentences)].join(' ');
}
