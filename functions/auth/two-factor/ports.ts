import type { AuthPorts, SessionPorts } from '../ports.ts';
import type { SecondFactor } from './second-factor.ts';

export interface SecondFactorsRepository {
  find(accountId: string): Promise<SecondFactor>;
  /** Keeps `next` in place of `known`; false where that has changed since, as where a code is used twice at once. */
  replace(accountId: string, known: SecondFactor, next: SecondFactor): Promise<boolean>;
}

/** What looking at a code needs. */
export interface SecondFactorPorts {
  readonly secondFactors: SecondFactorsRepository;
  readonly clock: () => number;
}

export type TwoFactorPorts = SecondFactorPorts &
  SessionPorts &
  Pick<AuthPorts, 'identity' | 'guesses' | 'notices'>;
