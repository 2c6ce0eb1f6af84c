import type { SignedIn } from './access-token.ts';
import type { SessionsRepository } from './sessions.repository.ts';
import type { Account } from './account.ts';

/** Who keeps passwords. Ids are accounts' ids. */
export interface IdentityProvider {
  /** Creates a person who may log in at once. Throws `invalid_request` for a password that it refuses. */
  create(id: string, email: string, password: string): Promise<void>;
  delete(id: string): Promise<void>;
  /** Whether the password is this person's. Throws `too_many_requests`. */
  isPassword(id: string, password: string): Promise<boolean>;
  /** Codes go there from now on. Does nothing for an id that nobody has. */
  setEmail(id: string, email: string): Promise<void>;
  /** Throws as `create` does. */
  setPassword(id: string, password: string): Promise<void>;
  /** Does nothing for an id that nobody has. */
  sendResetCode(id: string): Promise<void>;
  /** False when the code is wrong or too old. */
  resetPassword(id: string, code: string, password: string): Promise<boolean>;
}

/** Guesses at passwords, by the account's id and by whose they are. */
export interface Guesses {
  /** Counts one that is about to be made. Answers 0, or for how many ms it has to wait; then it is not counted. */
  claim(id: string, whose: string): Promise<number>;
  /** One that was claimed has not been looked at. */
  giveBack(id: string, whose: string): Promise<void>;
  /** All of them. */
  forget(id: string, whose: string): Promise<void>;
}

/** An account as it is now: ending all of its sessions makes it another generation, which knows no device yet. */
export interface AccountNow {
  readonly id: string;
  readonly generation: number;
}

export interface KnownDevices {
  /** The device's id, where it has signed in to this account. */
  idOf(mark: string | undefined, account: AccountNow): string | null;
  /** What a device keeps that has now signed in to this account too. */
  marked(mark: string | undefined, account: AccountNow): string;
}

/** Why an account could not be made: which of its names somebody else has; `look`: its username looks like another's name. */
export type Claim = 'username' | 'email' | 'look';

export interface AccountsRepository {
  /** Makes account, channel and the claims of both names, all or nothing; answers what is taken, if anything is. */
  create(account: Account, nowMs: number): Promise<Claim | null>;
  /** The first of the names that is taken, or was until lately. */
  findClaim(names: Pick<Account, 'username' | 'email'>, nowMs: number): Promise<Claim | null>;
  findById(id: string): Promise<Account | null>;
  /**
   * Locks the account for good and has the tick delete it from now on; its names are nobody's until `namesKeptUntilMs`.
   * Nothing happens where that is so already.
   */
  beginDeletion(account: Account, nowMs: number, namesKeptUntilMs: number): Promise<void>;
  /** `name` is a username or an e-mail address, in any case. */
  findByName(name: string): Promise<Account | null>;
}

/** What opening, refreshing and ending sessions needs. */
export interface SessionPorts {
  readonly accounts: Pick<AccountsRepository, 'findById'>;
  readonly sessions: SessionsRepository;
  readonly tokens: { issue(signedIn: SignedIn): string };
  readonly devices: KnownDevices;
  readonly newId: () => string;
  readonly clock: () => number;
}

/** What a log-in whose password is right asks of whoever has a second factor. */
export interface SecondFactorGate {
  isOn(accountId: string): Promise<boolean>;
  /**
   * Takes a code, which counts no more then. Throws `second_factor_required` without one, `invalid_credentials` for a wrong
   * one, `too_many_requests`.
   */
  require(accountId: string, code: string | undefined): Promise<void>;
  /** Without a code, for whom the account turns out to belong to. Throws `too_many_requests` where codes are entered meanwhile. */
  turnOff(accountId: string): Promise<void>;
}

/** What other parts of an account's life ask of its address. */
export interface EmailProofs {
  /** Whether new accounts prove their address. */
  readonly areRequired: boolean;
  /** Sends a new account its code, if that can be; it never fails. */
  begin(account: Account): Promise<void>;
  /** Whether mail to the account's address is its owner's; as slow where there is no account. */
  isReachable(account: Account | null): Promise<boolean>;
  /** The account's address was proven in another way. */
  prove(account: Account): Promise<void>;
}

/** What was done to an account, whoever did it. */
export type AccountChange =
  | 'new password'
  | 'two-factor on'
  | 'two-factor off'
  | 'new recovery codes'
  | 'deleted';

/** Tells people what was done to their accounts. */
export interface AccountNotices {
  /** Writes to the account's address, where it was proven; it never fails. */
  send(account: Account, change: AccountChange): Promise<void>;
}

export interface AuthPorts extends SessionPorts {
  readonly secondFactor: SecondFactorGate;
  readonly identity: IdentityProvider;
  readonly guesses: Guesses;
  readonly accounts: AccountsRepository;
  readonly proofs: EmailProofs;
  readonly notices: AccountNotices;
}
