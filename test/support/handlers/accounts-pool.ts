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
import { localCredentials, type Credentials } from '../../../infra/local/aws/credentials.ts';
import { startAccounts, type LocalAccounts } from '../../../infra/local/accounts/accounts.ts';
import type { Mail } from '../../../infra/local/system/outgoing-mail.ts';

export const PASSWORD = 'correct horse battery';

/** A user pool in a folder of its own, with a clock that tests can move and the mail that it sent. */
export class AccountsPool {
  accounts!: LocalAccounts;
  client!: CognitoIdentityProviderClient;
  readonly mails: Mail[] = [];
  readonly dataDir = mkdtempSync(join(tmpdir(), 'fanfare-accounts-'));
  readonly credentials = localCredentials(this.dataDir);
  #clockMs = Date.now();

  async start(): Promise<void> {
    this.accounts = await startAccounts({
      dataDir: this.dataDir,
      credentials: this.credentials,
      deliver: (mail) => this.mails.push(mail),
      now: () => this.#clockMs,
    });
    this.client = this.clientWith(this.credentials);
  }

  async stop(): Promise<void> {
    this.client.destroy();
    await this.accounts.close();
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.dataDir, { recursive: true });
  }

  clientWith(credentials: Credentials): CognitoIdentityProviderClient {
    return new CognitoIdentityProviderClient({
      endpoint: this.accounts.endpoint,
      region: 'us-east-1',
      credentials,
      maxAttempts: 1,
    });
  }

  get ids(): { readonly UserPoolId: string; readonly ClientId: string } {
    return { UserPoolId: this.accounts.userPoolId, ClientId: this.accounts.userPoolClientId };
  }

  nowMs(): number {
    return this.#clockMs;
  }

  wait(ms: number): void {
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
