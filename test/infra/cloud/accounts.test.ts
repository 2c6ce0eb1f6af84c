import { expect, test } from 'vitest';
import { LANGUAGES } from '#messages/languages.ts';
import { mail } from '#messages/server/mail.ts';
import { translator } from '#messages/translator.ts';
import { escaped } from '#shared/plain/markup.ts';
import { PASSWORD_MIN_LENGTH } from '#shared/limits.ts';
import { stageOf } from '#infra/cloud/stage/stage.ts';
import { logicalId, resources } from '#test/support/site/stack/site-queries.ts';
import { synthesizeSite } from '#test/support/site/stack/site.ts';

const site = synthesizeSite();
const production = synthesizeSite({ stage: stageOf('prod'), mailFrom: 'hello@fans.example' });
const poolOf = ({ stack, template }: typeof site) =>
  template.toJSON().Resources[logicalId(stack, 'Accounts/Users')];
const pool = poolOf(site);
const clients = Object.values(resources<object>(site, 'AWS::Cognito::UserPoolClient'));

/** The least that Cognito has. */
const SHORTEST_MINUTES = 5;

test('only our handlers create users, by case-insensitive username and e-mail address', () => {
  expect(pool.Properties).toMatchObject({
    AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
    UsernameConfiguration: { CaseSensitive: false },
    Schema: [{ Name: 'email', Required: true, Mutable: true }],
  });
  expect(pool.Properties).not.toHaveProperty('AliasAttributes');
  expect(pool.Properties).not.toHaveProperty('UsernameAttributes');
});

test('the pool accepts every password of the contract', () => {
  expect(pool.Properties.Policies.PasswordPolicy).toEqual({
    MinimumLength: PASSWORD_MIN_LENGTH,
    RequireLowercase: false,
    RequireNumbers: false,
    RequireSymbols: false,
    RequireUppercase: false,
  });
});

test('accounts outlive the stack in production, and not in other stages', () => {
  expect(poolOf(production)).toMatchObject({
    DeletionPolicy: 'Retain',
    Properties: { DeletionProtection: 'ACTIVE' },
  });
  expect(pool).toMatchObject({ DeletionPolicy: 'Delete', Properties: { DeletionProtection: 'INACTIVE' } });
});

test('reset codes come from the site’s own address in production', () => {
  expect(poolOf(production).Properties.EmailConfiguration).toMatchObject({
    EmailSendingAccount: 'DEVELOPER',
    From: 'Fanfare <hello@fans.example>',
    ConfigurationSet: 'Fanfare',
    SourceArn: { 'Fn::Join': ['', expect.arrayContaining([':identity/fans.example'])] },
  });
  expect(pool.Properties).not.toHaveProperty('EmailConfiguration');
});

test('a reset code comes with a paragraph in each language, and stands alone in the last one', () => {
  const { EmailMessage, EmailSubject } = pool.Properties.VerificationMessageTemplate;
  expect(EmailSubject).toBe('Your Fanfare code');
  const paragraphs = String(EmailMessage).split('\n');
  expect(paragraphs.at(-1)).toBe('<p dir="auto">{####}</p>');
  for (const { tag } of LANGUAGES)
    expect(paragraphs).toContain(`<p dir="auto">${escaped(translator(mail, tag)('mail.reset'))}</p>`);
  expect(new Set(paragraphs).size).toBe(paragraphs.length);
  // Cognito's own limit.
  expect(EmailMessage.length).toBeLessThan(20_000);
});

test('a forgotten password is reset by e-mail only', () => {
  expect(pool.Properties.AccountRecoverySetting).toEqual({
    RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }],
  });
});

test('the client has no secret, is used by our handlers only and reveals no account', () => {
  expect(clients).toHaveLength(1);
  expect(clients[0]?.Properties).toMatchObject({
    GenerateSecret: false,
    ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
    PreventUserExistenceErrors: 'ENABLED',
    SupportedIdentityProviders: ['COGNITO'],
  });
  expect(clients[0]?.Properties).not.toHaveProperty('AllowedOAuthFlows');
});

test('Cognito’s own tokens, which are not handed out, have the shortest life', () => {
  expect(clients[0]?.Properties).toMatchObject({
    AccessTokenValidity: SHORTEST_MINUTES,
    IdTokenValidity: SHORTEST_MINUTES,
    TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes' },
  });
});
