import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminInitiateAuthCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  CognitoIdentityProviderClient,
  ConfirmForgotPasswordCommand,
  ForgotPasswordCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { clientSettings, type Classify } from '#functions/aws/client-settings.ts';
import { isAwsError, isContended } from '#functions/aws/retry.ts';
import { DomainError } from '#functions/base/errors.ts';
import type { IdentityProvider } from './ports.ts';

/** Too many attempts on one account. It lasts for minutes to hours, but the SDK takes it for throttling. */
const LIMIT = 'LimitExceededException';

/** Retries throttling, but not the limit of one account. */
const classify: Classify = ({ error, errorType }) => (isAwsError(error, LIMIT) ? 'CLIENT_ERROR' : errorType);

let client: CognitoIdentityProviderClient | undefined;

/** One client per Lambda, so that connections are reused. */
export const cognito = (): CognitoIdentityProviderClient =>
  (client ??= new CognitoIdentityProviderClient(clientSettings('cognito', classify)));

export interface CognitoOptions {
  /** @default the Lambda's own */
  readonly client?: () => CognitoIdentityProviderClient;
  readonly userPoolId: string;
  readonly clientId: string;
}

/**
 * Amazon Cognito as the identity provider. Creates people and logs them in with administrator calls only, so the pool
 * serves only this Lambda. Source: Amazon Cognito User Pools API Reference.
 */
export function cognitoIdentity({
  client = cognito,
  userPoolId: UserPoolId,
  clientId: ClientId,
}: CognitoOptions): IdentityProvider {
  const setPassword = async (Username: string, Password: string): Promise<void> => {
    const command = new AdminSetUserPasswordCommand({ UserPoolId, Username, Password, Permanent: true });
    await translated(() => client().send(command));
  };
  return {
    create: async (Username, email, Password) => {
      await translated(() =>
        client().send(
          new AdminCreateUserCommand({
            UserPoolId,
            Username,
            MessageAction: 'SUPPRESS',
            UserAttributes: reachableBy(email),
          }),
        ),
      );
      try {
        await setPassword(Username, Password);
      } catch (error) {
        await deleteUser(client(), UserPoolId, Username);
        throw error;
      }
    },
    delete: (id) => deleteUser(client(), UserPoolId, id),
    // Drops Cognito's answer, because its tokens could change the account.
    isPassword: async (USERNAME, PASSWORD) => {
      const answer = await nullIf(['NotAuthorizedException', 'UserNotFoundException'], () => {
        const AuthParameters = { USERNAME, PASSWORD };
        const AuthFlow = 'ADMIN_USER_PASSWORD_AUTH';
        return client().send(
          new AdminInitiateAuthCommand({ UserPoolId, ClientId, AuthFlow, AuthParameters }),
        );
      });
      return answer?.AuthenticationResult !== undefined;
    },
    setEmail: async (Username, email) => {
      const UserAttributes = reachableBy(email);
      await nullIf(['UserNotFoundException'], () =>
        client().send(new AdminUpdateUserAttributesCommand({ UserPoolId, Username, UserAttributes })),
      );
    },
    setPassword,
    sendResetCode: async (Username) => {
      await nullIf(['UserNotFoundException'], () =>
        client().send(new ForgotPasswordCommand({ ClientId, Username })),
      );
    },
    resetPassword: async (Username, ConfirmationCode, Password) => {
      const failures = ['CodeMismatchException', 'ExpiredCodeException', 'UserNotFoundException'];
      const input = { ClientId, Username, ConfirmationCode, Password };
      return (await nullIf(failures, () => client().send(new ConfirmForgotPasswordCommand(input)))) !== null;
    },
  };
}

const reachableBy = (email: string) => [
  { Name: 'email', Value: email },
  // Otherwise Cognito sends no code for a forgotten password.
  { Name: 'email_verified', Value: 'true' },
];

async function deleteUser(
  client: CognitoIdentityProviderClient,
  UserPoolId: string,
  Username: string,
): Promise<void> {
  const remove = () => client.send(new AdminDeleteUserCommand({ UserPoolId, Username }));
  await nullIf(['UserNotFoundException'], remove);
}

async function nullIf<T>(failures: readonly string[], call: () => Promise<T>): Promise<T | null> {
  try {
    return await translated(call);
  } catch (error) {
    if (isAwsError(error, ...failures) && !isLockedOut(error)) return null;
    throw error;
  }
}

/** Maps Cognito's failures that a person can resolve; others pass through. */
async function translated<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    if (isAwsError(cause, 'InvalidPasswordException')) {
      throw new DomainError('invalid_request', 'password_not_allowed', { cause });
    }
    const isTooFast =
      isContended(cause) || isAwsError(cause, 'LimitExceededException', 'TooManyFailedAttemptsException');
    if (isTooFast || isLockedOut(cause)) {
      throw new DomainError('too_many_requests', 'many_attempts', {
        cause,
        retryAfterS: 30,
      });
    }
    throw cause;
  }
}

/** After repeated failures Cognito reports a lock-out as a wrong password. */
const isLockedOut = (error: unknown): boolean =>
  isAwsError(error, 'NotAuthorizedException') &&
  (error as Error).message.startsWith('Password attempts exceeded');
