import { LANGUAGES } from '#messages/languages.ts';
import { mail } from '#messages/server/mail.ts';
import { translator } from '#messages/translator.ts';

/** Cognito's placeholder for the code. Source: Amazon Cognito Developer Guide, "Configuring email messages". */
export const CODE_PLACE = '{####}';

/**
 * Subject and paragraphs of Cognito's mail with the code for a new password. Cognito supports only one text, so there
 * is a paragraph in each language. The last one contains only the code.
 */
export const RESET_MAIL = {
  subject: translator(mail, 'en')('mail.codeSubject'),
  // Languages without a translation share one paragraph.
  paragraphs: [...new Set(LANGUAGES.map(({ tag }) => translator(mail, tag)('mail.reset'))), CODE_PLACE],
} as const;
