import type { ServiceGuards } from '../aws/service-guards.ts';
import { startAwsServer, type Operation } from '../aws/aws-server.ts';
import { LOCAL_ACCOUNT, LOCAL_REGION, type Credentials } from '../aws/credentials.ts';
import { adminCreateUser, adminDeleteUser } from './operations/admin-users.ts';
import { confirmForgotPassword, forgotPassword } from './operations/forgotten-password.ts';
import { listUsers } from './operations/list-users.ts';
import type { Input } from './operations/parameters.ts';
import { adminSetUserPassword } from './operations/passwords.ts';
import { adminInitiateAuth } from './operations/sign-in.ts';
import { adminUpdateUserAttributes } from './operations/update-attributes.ts';
import { PASSWORD_COST, type PasswordCost } from './pool/password-hash.ts';
import type { Mail } from '../system/outgoing-mail.ts';
import { openPool, type Pool } from './pool/pool.ts';

/** Operations that need no signature: the caller authenticates with a code. */
const CLIENT_OPERATIONS = {
  ForgotPassword: forgotPassword,
  ConfirmForgotPassword: confirmForgotPassword,
};

const ADMIN_OPERATIONS = {
  AdminCreateUser: adminCreateUser,
  AdminSetUserPassword: adminSetUserPassword,
  AdminInitiateAuth: adminInitiateAuth,
  AdminDeleteUser: adminDeleteUser,
  AdminUpdateUserAttributes: adminUpdateUserAttributes,
  ListUsers: listUsers,
};

export interface LocalAccounts {
  readonly endpoint: string;
  readonly userPoolId: string;
  readonly userPoolClientId: string;
  close(): Promise<void>;
}

export interface AccountsOptions extends ServiceGuards {
  /** The pool is kept there, in `accounts.sqlite`. */
  readonly dataDir: string;
  readonly credentials: Credentials;
  /** Receives the e-mails that Cognito would send. */
  readonly deliver: (mail: Mail) => void;
  /** Cost of password hashes. @default a secure cost */
  readonly passwordCost?: PasswordCost;
  /** Returns the time in ms. @default Date.now */
  readonly now?: () => number;
}

/**
 * Starts the stand-in for Cognito: one user pool with one app client, with Cognito's protocol and errors. The pool is
 * case-insensitive, requires an e-mail address and passwords of at least eight characters, and hides which users exist
 * (PreventUserExistenceErrors).
 */
export async function startAccounts(options: AccountsOptions): Promise<LocalAccounts> {
  const { dataDir, credentials, deliver, passwordCost = PASSWORD_COST, now = Date.now, refuse } = options;
  const pool = openPool({ dataDir, deliver, passwordCost, now });
  const arn = `arn:aws:cognito-idp:${LOCAL_REGION}:${LOCAL_ACCOUNT}:userpool/${pool.id}`;
  const server = await startAwsServer({
    credentials,
    operations: bind(pool),
    throttle: options.throttle,
    authorization: refuse && {
      refuse,
      requests: (operation) => [{ action: `cognito-idp:${operation}`, resource: arn }],
    },
    unsigned: new Set(Object.keys(CLIENT_OPERATIONS)),
  });
  return {
    endpoint: server.endpoint,
    userPoolId: pool.id,
    userPoolClientId: pool.clientId,
    close: async () => {
      await server.close();
      pool.store.close();
    },
  };
}

function bind(pool: Pool): Record<string, Operation> {
  const operations = Object.entries({ ...CLIENT_OPERATIONS, ...ADMIN_OPERATIONS });
  return Object.fromEntries(
    operations.map(([name, operation]) => [name, (input: Input) => operation(pool, input)]),
  );
}
