import {
  CreateUserPoolClientCommand,
  CreateUserPoolCommand,
  DeleteUserPoolCommand,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { triedName } from './target.ts';
import { skipOnAws } from './on-aws.ts';
import { PASSWORD_MIN_LENGTH } from '#shared/limits.ts';

export interface MadePool {
  readonly userPoolId: string;
  readonly userPoolClientId: string;
  /** Deletes it with all its users. */
  close(): Promise<void>;
}

/** Creates a user pool in AWS with the stack's configuration. */
export async function makePool(client: CognitoIdentityProviderClient): Promise<MadePool> {
  const { UserPool } = await client.send(
    new CreateUserPoolCommand({
      PoolName: triedName('accounts'),
      UserPoolTier: 'LITE',
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
      UsernameConfiguration: { CaseSensitive: false },
      Schema: [{ Name: 'email', Required: true, Mutable: true }],
      AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }] },
      Policies: {
        PasswordPolicy: {
          MinimumLength: PASSWORD_MIN_LENGTH,
          RequireLowercase: false,
          RequireUppercase: false,
          RequireNumbers: false,
          RequireSymbols: false,
        },
      },
    }),
  );
  const UserPoolId = UserPool?.Id ?? '';
  const close = async (): Promise<void> =>
    void (await client.send(new DeleteUserPoolCommand({ UserPoolId })));
  const site = new CreateUserPoolClientCommand({
    UserPoolId,
    ClientName: 'try',
    ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
    AccessTokenValidity: 5,
    IdTokenValidity: 5,
    RefreshTokenValidity: 1,
    TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'hours' },
    PreventUserExistenceErrors: 'ENABLED',
    EnableTokenRevocation: true,
  });
  const { UserPoolClient } = await client.send(site).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return { userPoolId: UserPoolId, userPoolClientId: UserPoolClient?.ClientId ?? '', close };
}

/** Prevents a pool from mailing codes to test users, who do not exist: a test that needs one is skipped. */
export function skipCodeMails(
  client: CognitoIdentityProviderClient,
  pool: { readonly ClientId: string },
): void {
  client.middlewareStack.add(
    (next, { commandName }) =>
      (args) => {
        const { ClientId } = args.input as { ClientId?: string };
        if (commandName === 'ForgotPasswordCommand' && ClientId === pool.ClientId) skipOnAws('its mail');
        return next(args);
      },
    { step: 'initialize' },
  );
}
