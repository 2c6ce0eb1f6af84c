import type { Account } from './account.ts';

/** Who keeps passwords and issues tokens. Ids are accounts' ids. */
export interface IdentityProvider {
  /** Creates a person who may log in at once. Throws `invalid_request` for a password that it refuses. */
  create(id: string, email: string, password: string): Promise<void>;
  delete(id: string): Promise<void>;
  /** A token; `null` when the password is not this person's. Throws `too_many_requests`. */
  login(id: string, password: string): Promise<string | null>;
  /** Does nothing for an id that nobody has. */
  sendResetCode(id: string): Promise<void>;
  /** False when the code is wrong or too old. */
  resetPassword(id: string, code: string, password: string): Promise<boolean>;
  /** False when `current` is not the password. */
  changePassword(token: string, current: string, next: string): Promise<boolean>;
}

/** Why an account could not be made: which of its names somebody else has. */
export type Claim = 'username' | 'email';

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

export interface AuthPorts {
  readonly identity: IdentityProvider;
  readonly accounts: AccountsRepository;
  readonly newId: () => string;
  readonly clock: () => number;
}
