import type { SynthesisedSite } from '../synthesised-site.ts';

/** The result of a check. `warning`: people will notice the problem. `error`: the deployment would fail. */
export interface Finding {
  readonly level: 'ok' | 'warning' | 'error';
  /** One line. */
  readonly text: string;
  /** What the operator can do, one line each. */
  readonly advice?: readonly string[];
}

/** Reads the account with the AWS CLI, without changing anything. Throws the CLI's error message. */
export type AccountCheck = (site: SynthesisedSite, account: string) => Promise<Finding>;

export const ok = (text: string): Finding => ({ level: 'ok', text });
export const warning = (text: string, ...advice: readonly string[]): Finding => ({
  level: 'warning',
  text,
  advice,
});
export const error = (text: string, ...advice: readonly string[]): Finding => ({
  level: 'error',
  text,
  advice,
});
