import type { MailTransport } from '../../mail/mail.ts';
import type { AuthPorts } from '../ports.ts';
import type { EmailCodesRepository } from './email-codes.repository.ts';

export interface Mailer extends MailTransport {
  /** False where the stage has no sender address: addresses count as proven, and nothing is sent. */
  readonly canSend: boolean;
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
