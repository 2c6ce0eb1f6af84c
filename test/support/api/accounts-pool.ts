import { expect } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AdminCreateUserCommand,
  AdminInitiateAuthCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import type { Refuse } from '#infra/local/aws/iam/authorize.ts';
import { localCredentials, type Credentials } from '#infra/local/aws/credentials.ts';
import { isOnAws } from '../stand-ins/aws/target.ts';
import { makePool, skipCodeMails } from '../stand-ins/aws/aws-pool.ts';
import { awsEndpoint, skipOnAws, triedRegion } from '../stand-ins/aws/on-aws.ts';
import { startAccounts, type LocalAccounts } from '#infra/local/accounts/accounts.ts';
import type { Mail } from '#infra/local/system/outgoing-mail.ts';

export const PASSWORD = 'correct horse battery';

/**
 * A user pool in a folder of its own, with a clock that tests can move and the mail that it sent; or one in Cognito itself,
 * which shows neither.
 */
export class AccountsPool {
  accounts!: Pick<LocalAccounts, 'endpoint' | 'userPoolId' | 'userPoolClientId' | 'close'>;
  client!: CognitoIdentityProviderClient;
  readonly #mails: Mail[] = [];
  readonly #dataDir = mkdtempSync(join(tmpdir(), 'fanfare-accounts-'));
  credentials: Credentials = localCredentials(this.#dataDir);
  #clockMs = Date.now();

  get mails(): Mail[] {
    skipOnAws('its mail');
    return this.#mails;
  }

  get dataDir(): string {
    skipOnAws('its files');
    return this.#dataDir;
  }

  async start(refusal: { readonly refuse?: Refuse } = {}): Promise<void> {
    if (isOnAws) return this.#reach();
    this.accounts = await startAccounts({
      ...refusal,
      dataDir: this.dataDir,
      credentials: this.credentials,
      deliver: (mail) => this.mails.push(mail),
      now: () => this.#clockMs,
    });
    this.client = this.clientWith(this.credentials);
  }

  async #reach(): Promise<void> {
    const client = new CognitoIdentityProviderClient({ region: triedRegion() });
    this.credentials = await client.config.credentials();
    const endpoint = awsEndpoint('cognito-idp', 'COGNITO_IDENTITY_PROVIDER');
    this.accounts = { endpoint, ...(await makePool(client)) };
    this.client = this.clientWith(this.credentials);
  }

  async stop(): Promise<void> {
    skipOnAws('a restart');
    await this.accounts.close();
    this.client.destroy();
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#dataDir, { recursive: true });
  }

  clientWith(credentials: Credentials): CognitoIdentityProviderClient {
    const client = new CognitoIdentityProviderClient({
      endpoint: this.accounts.endpoint,
      region: triedRegion(),
      credentials,
      maxAttempts: isOnAws ? 3 : 1,
    });
    if (isOnAws) skipCodeMails(client, this.ids);
    return client;
  }

  get ids(): { readonly UserPoolId: string; readonly ClientId: string } {
    return { UserPoolId: this.accounts.userPoolId, ClientId: this.accounts.userPoolClientId };
  }

  nowMs(): number {
    skipOnAws('its clock');
    return this.#clockMs;
  }

  wait(ms: number): void {
    skipOnAws('its clock');
    this.#clockMs += ms;
  }

  /** Makes a confirmed user with a proven address. */
  async addUser(Username: string, Password = PASSWORD): Promise<{ Username: string; UserPoolId: string }> {
    const { UserPoolId } = this.ids;
    const UserAttributes = [
      { Name: 'email', Value: `${Username}@fans.example` },
      { Name: 'email_verified', Value: 'true' },
    ];
    await this.client.send(
      new AdminCreateUserCommand({ UserPoolId, Username, UserAttributes, MessageAction: 'SUPPRESS' }),
    );
    await this.client.send(
      new AdminSetUserPasswordCommand({ UserPoolId, Username, Password, Permanent: true }),
    );
    return { Username, UserPoolId };
  }

  async signIn(USERNAME: string, password = PASSWORD): Promise<SignedIn> {
    const { AuthenticationResult } = await this.client.send(this.signInCommand(USERNAME, password));
    const { AccessToken = '', IdToken = '', RefreshToken = '' } = AuthenticationResult ?? {};
    return { AccessToken, IdToken, RefreshToken };
  }

  signInCommand(USERNAME: string, password = PASSWORD): AdminInitiateAuthCommand {
    const AuthParameters = { USERNAME, PASSWORD: password };
    return new AdminInitiateAuthCommand({
      ...this.ids,
      AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
      AuthParameters,
    });
  }

  /** The code in the newest message. */
  lastCode(): string {
    return codeIn(this.mails.at(-1));
  }

  /** The same, of those to one address. */
  lastCodeTo(email: string): string {
    return codeIn(this.mailsTo(email).at(-1));
  }

  mailsTo(email: string): Mail[] {
    return this.mails.filter(({ to }) => to.toLowerCase() === email.toLowerCase());
  }
}

const codeIn = (mail: Mail | undefined): string => /\d{6}$/.exec(mail?.text ?? '')?.[0] ?? 'no code';

export interface SignedIn {
  readonly AccessToken: string;
  readonly IdToken: string;
  readonly RefreshToken: string;
}

/** What an SDK call is refused with. */
export function refusal(name: string, message: string | RegExp): object {
  const text = typeof message === 'string' ? message : expect.stringMatching(message);
  return expect.objectContaining({ name, message: text });
}
