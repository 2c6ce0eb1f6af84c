import type { MailTransport } from '../../mail/mail.ts';
import type { Account } from '../account.ts';
import type { AuthPorts } from '../ports.ts';
import type { EmailCode } from './email-code.ts';

export interface Mailer extends MailTransport {
  /** False where the stage has no sender address: addresses count as proven, and nothing is sent. */
  readonly canSend: boolean;
}

/** Who holds an address, as seen from one account. */
export type Holder = 'own' | 'nobody' | 'unproven' | 'proven';

export interface EmailCodesRepository {
  /** The latest one. */
  find(accountId: string): Promise<EmailCode | null>;
  /** False when `known` has changed since. */
  replace(accountId: string, known: EmailCode | null, next: EmailCode): Promise<boolean>;
  /** Counts a try; false after too many, or when the code is no longer the latest. Safe for concurrent tries. */
  takeTry(accountId: string, code: EmailCode): Promise<boolean>;
  /**
   * Assigns the address to the account alone; `next` replaces the code, if one proves it. `taken`: another account has
   * proven it; `raced`: the code or account has changed.
   */
  prove(
    account: Account,
    email: string,
    nowMs: number,
    next?: EmailCode,
  ): Promise<'proven' | 'taken' | 'raced'>;
  holderOf(email: string, accountId: string, nowMs: number): Promise<Holder>;
}

export interface EmailPorts extends Pick<AuthPorts, 'accounts' | 'identity' | 'guesses' | 'devices'> {
  readonly codes: EmailCodesRepository;
  readonly mail: Mailer;
  /** Counts a code to this address, from any account. Throws `too_many_requests`. */
  readonly countCode: (email: string) => Promise<void>;
  /** Logs a failure that the request does not wait for. */
  readonly onFailure: (step: string, error: unknown) => void;
  readonly clock: () => number;
}
