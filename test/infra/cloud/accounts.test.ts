import { expect, test } from 'vitest';
import { PASSWORD_MIN_LENGTH } from '../../../shared/limits.ts';
import { logicalId, resources } from '../../support/stack/site-queries.ts';
import { synthesizeSite } from '../../support/stack/site.ts';

const site = synthesizeSite();
const pool = site.template.toJSON().Resources[logicalId(site.stack, 'Accounts/Users')];
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

test('accounts outlive the stack', () => {
  expect(pool).toMatchObject({ DeletionPolicy: 'Retain', Properties: { DeletionProtection: 'ACTIVE' } });
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
