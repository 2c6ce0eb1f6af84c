import { LANGUAGES } from '#messages/languages.ts';
import { mail } from '#messages/server/mail.ts';
import { translator } from '#messages/translator.ts';

/** Where Cognito puts the code. Source: Amazon Cognito Developer Guide, "Configuring email messages". */
export const CODE_PLACE = '{####}';

/**
 * The mail with which Cognito sends the code for a new password: its subject and paragraphs. Cognito has one text for
 * everybody, so there is a paragraph in each language; the last one is the code alone.
 */
export const RESET_MAIL = {
  subject: translator(mail, 'en')('mail.codeSubject'),
  // A text without a translation stands there once.
  paragraphs: [...new Set(LANGUAGES.map(({ tag }) => translator(mail, tag)('mail.reset'))), CODE_PLACE],
} as const;
