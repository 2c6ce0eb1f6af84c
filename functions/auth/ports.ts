import type { SignedIn } from './access-token.ts';
import type { AccountsRepository } from './auth.repository.ts';
import type { GuessesRepository } from './guesses/guesses.repository.ts';
import type { KnownDevices } from './guesses/known-devices.ts';
import type { SessionsRepository } from './sessions.repository.ts';
import type { Account } from './account.ts';

/** Stores passwords. Ids are account ids. */
export interface IdentityProvider {
  /** The person may log in at once. Throws `invalid_request` for a password that it rejects. */
  create(id: string, email: string, password: string): Promise<void>;
  delete(id: string): Promise<void>;
  /** Throws `too_many_requests`. */
  isPassword(id: string, password: string): Promise<boolean>;
  /** Sets where codes are sent. Does nothing for an unknown id. */
  setEmail(id: string, email: string): Promise<void>;
  /** Throws as `create` does. */
  setPassword(id: string, password: string): Promise<void>;
  /** Does nothing for an unknown id. */
  sendResetCode(id: string): Promise<void>;
  /** False when the code is wrong or expired. */
  resetPassword(id: string, code: string, password: string): Promise<boolean>;
}

export interface SessionPorts {
  readonly accounts: Pick<AccountsRepository, 'findById'>;
  readonly sessions: SessionsRepository;
  readonly tokens: { issue(signedIn: SignedIn): string };
  readonly devices: KnownDevices;
  readonly newId: () => string;
  readonly clock: () => number;
}

/** The second factor at log-in. */
export interface SecondFactorGate {
  isOn(accountId: string): Promise<boolean>;
  /**
   * Uses up a code. Throws `second_factor_required` without one, `invalid_credentials` for a wrong one,
   * `too_many_requests`.
   */
  require(accountId: string, code: string | undefined): Promise<void>;
  /**
   * Needs no code: for the proven owner of the address. Throws `too_many_requests` after conflicts with concurrent
   * codes.
   */
  turnOff(accountId: string): Promise<void>;
}

/** Proofs of the account's e-mail address. */
export interface EmailProofs {
  /** Whether new accounts must prove their address. */
  readonly areRequired: boolean;
  /** Sends a new account its code, if possible; never throws. */
  begin(account: Account): Promise<void>;
  /** Whether mail reaches the account's owner; takes as long without an account. */
  isReachable(account: Account | null): Promise<boolean>;
  /** Records a proof by other means. */
  prove(account: Account): Promise<void>;
}

export type AccountChange =
  | 'new password'
  | 'two-factor on'
  | 'two-factor off'
  | 'new recovery codes'
  | 'deleted';

export interface AccountNotices {
  /** Sends mail to the account's proven address; never throws. */
  send(account: Account, change: AccountChange): Promise<void>;
}

export interface AuthPorts extends SessionPorts {
  readonly secondFactor: SecondFactorGate;
  readonly identity: IdentityProvider;
  readonly guesses: GuessesRepository;
  readonly accounts: AccountsRepository;
  readonly proofs: EmailProofs;
  readonly notices: AccountNotices;
}
