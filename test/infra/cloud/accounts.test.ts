import { expect, test } from 'vitest';
import { PASSWORD_MIN_LENGTH } from '../../../shared/limits.ts';
import { stageOf } from '../../../infra/cloud/stage/stage.ts';
import { logicalId, resources } from '../../support/site/stack/site-queries.ts';
import { synthesizeSite } from '../../support/site/stack/site.ts';

const site = synthesizeSite();
const production = synthesizeSite({ stage: stageOf('prod'), mailFrom: 'hello@fans.example' });
const poolOf = ({ stack, template }: typeof site) =>
  template.toJSON().Resources[logicalId(stack, 'Accounts/Users')];
const pool = poolOf(site);
const clients = Object.values(resources<object>(site, 'AWS::Cognito::UserPoolClient'));

/** The least that Cognito has. */
const SHORTEST_MINUTES = 5;

test('only our handlers make users, by a username whose case does not matter and an e-mail address', () => {
  expect(pool.Properties).toMatchObject({
    AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
    UsernameConfiguration: { CaseSensitive: false },
    Schema: [{ Name: 'email', Required: true, Mutable: true }],
  });
  expect(pool.Properties).not.toHaveProperty('AliasAttributes');
  expect(pool.Properties).not.toHaveProperty('UsernameAttributes');
});

test('the pool takes every password that the contract takes', () => {
  expect(pool.Properties.Policies.PasswordPolicy).toEqual({
    MinimumLength: PASSWORD_MIN_LENGTH,
    RequireLowercase: false,
    RequireNumbers: false,
    RequireSymbols: false,
    RequireUppercase: false,
  });
});

test('accounts outlive the stack where people rely on it, and go with it elsewhere', () => {
  expect(poolOf(production)).toMatchObject({
    DeletionPolicy: 'Retain',
    Properties: { DeletionProtection: 'ACTIVE' },
  });
  expect(pool).toMatchObject({ DeletionPolicy: 'Delete', Properties: { DeletionProtection: 'INACTIVE' } });
});

test('codes for forgotten passwords come from the site’s own address where people rely on it', () => {
  expect(poolOf(production).Properties.EmailConfiguration).toMatchObject({
    EmailSendingAccount: 'DEVELOPER',
    From: 'Fanfare <hello@fans.example>',
    SourceArn: { 'Fn::Join': ['', expect.arrayContaining([':identity/fans.example'])] },
  });
  expect(pool.Properties).not.toHaveProperty('EmailConfiguration');
});

test('a forgotten password is recovered by e-mail alone', () => {
  expect(pool.Properties.AccountRecoverySetting).toEqual({
    RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }],
  });
});

test('the one client has no secret, logs in through our handlers alone and tells nobody who has an account', () => {
  expect(clients).toHaveLength(1);
  expect(clients[0]?.Properties).toMatchObject({
    GenerateSecret: false,
    ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
    PreventUserExistenceErrors: 'ENABLED',
    SupportedIdentityProviders: ['COGNITO'],
  });
  expect(clients[0]?.Properties).not.toHaveProperty('AllowedOAuthFlows');
});

test('Cognito’s own tokens, which nobody is given, live as short as can be', () => {
  expect(clients[0]?.Properties).toMatchObject({
    AccessTokenValidity: SHORTEST_MINUTES,
    IdTokenValidity: SHORTEST_MINUTES,
    TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes' },
  });
});
