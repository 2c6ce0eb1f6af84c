import type { Caller } from '#functions/http/context.ts';
import type { MailTransport } from '#functions/mail/mail.ts';
import type { AccountsRepository } from './accounts/accounts.repository.ts';
import type { EmailCodesRepository } from './table/email-codes.repository.ts';
import type { GuessesRepository } from './guesses/guesses.repository.ts';
import type { KnownDevices } from './guesses/known-devices.ts';
import type { SessionsRepository } from './table/sessions.repository.ts';
import type { SessionEndsRepository } from './table/session-ends.repository.ts';
import type { SecondFactorsRepository } from './table/second-factors.repository.ts';

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

export interface Mailer extends MailTransport {
  /** False if the stage has no sender address: addresses count as proven, and nothing is sent. */
  readonly canSend: boolean;
  /** A mail has reached this address, so that mail may be sent to it again. */
  noteArrival(address: string, nowMs: number): Promise<void>;
}

export interface SessionPushes {
  /** Ends the pushes to browsers by the session that subscribed. Idempotent. */
  end(accountId: string, isEnded: (sessionId: string | undefined) => boolean): Promise<void>;
}

export interface AuthDeps {
  readonly accounts: AccountsRepository;
  readonly sessions: SessionsRepository;
  readonly secondFactors: SecondFactorsRepository;
  readonly sessionEnds: SessionEndsRepository;
  readonly codes: EmailCodesRepository;
  readonly guesses: GuessesRepository;
  readonly devices: KnownDevices;
  readonly identity: IdentityProvider;
  readonly mail: Mailer;
  readonly pushes: SessionPushes;
  /** Counts a code to this address, from any account. Throws `too_many_requests`. */
  readonly countCode: (email: string) => Promise<void>;
  readonly issueToken: (caller: Caller) => string;
  readonly newId: () => string;
  readonly clock: () => number;
}
