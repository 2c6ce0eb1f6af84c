import type { MailTransport } from '../../mail/mail.ts';
import type { Account } from '../account.ts';
import type { AuthPorts } from '../ports.ts';
import type { EmailCode } from './email-code.ts';

export interface Mailer extends MailTransport {
  /** Whether this stage has an address to send mail from. Without, addresses count as proven, and nothing is sent. */
  readonly canSend: boolean;
}

/** Whose an address is, as an account sees it. */
export type Holder = 'own' | 'nobody' | 'unproven' | 'proven';

/** The codes that accounts were sent, and what they prove. */
export interface EmailCodesRepository {
  /** The last one. */
  find(accountId: string): Promise<EmailCode | null>;
  /** Keeps `next` in place of `known`; false where that has changed since. A new one may be tried anew. */
  replace(accountId: string, known: EmailCode | null, next: EmailCode): Promise<boolean>;
  /** One try at the code; false where there were too many, or it is no longer the last. However many come at once. */
  takeTry(accountId: string, code: EmailCode): Promise<boolean>;
  /**
   * The address is the account's from now on, and nobody else's; the code, if one proves it, becomes `next`. `taken` where
   * another account has proven it; `raced` where the code or the account has changed since.
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
  /** One more code to this address, whoever asks for it. Throws `too_many_requests`. */
  readonly countCode: (email: string) => Promise<void>;
  /** Takes a failure that nobody waits for. */
  readonly onFailure: (step: string, error: unknown) => void;
  readonly clock: () => number;
}
