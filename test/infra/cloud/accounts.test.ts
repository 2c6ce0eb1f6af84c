import { expect, test } from 'vitest';
import { LANGUAGES } from '#messages/languages.ts';
import { mail } from '#messages/server/mail.ts';
import { translator } from '#messages/translator.ts';
import { escapeMarkup } from '#shared/plain/text/markup.ts';
import { PASSWORD_MIN_LENGTH } from '#shared/limits.ts';
import { logicalId } from '#test/support/site/stack/site-queries.ts';
import { synthesizeSite } from '#test/support/site/stack/site.ts';

const site = synthesizeSite();
const pool = site.template.toJSON().Resources[logicalId(site.stack, 'Accounts/Users')];

test('the pool accepts every password of the contract', () => {
  expect(pool.Properties.Policies.PasswordPolicy).toEqual({
    MinimumLength: PASSWORD_MIN_LENGTH,
    RequireLowercase: false,
    RequireNumbers: false,
    RequireSymbols: false,
    RequireUppercase: false,
  });
});

test('a reset code comes with a paragraph in each language, and stands alone in the last one', () => {
  const { EmailMessage, EmailSubject } = pool.Properties.VerificationMessageTemplate;
  expect(EmailSubject).toBe('Your Fanfare code');
  const paragraphs = String(EmailMessage).split('\n');
  expect(paragraphs.at(-1)).toBe('<p dir="auto">{####}</p>');
  for (const { tag } of LANGUAGES)
    expect(paragraphs).toContain(`<p dir="auto">${escapeMarkup(translator(mail, tag)('mail.reset'))}</p>`);
  expect(new Set(paragraphs).size).toBe(paragraphs.length);
  // Cognito's limit.
  expect(EmailMessage.length).toBeLessThan(20_000);
});
