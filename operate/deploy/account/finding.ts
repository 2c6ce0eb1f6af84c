import type { SynthesisedSite } from '../synthesised-site.ts';

/** What a check has found: all is well, people will notice it, or the deployment would fail. */
export interface Finding {
  readonly level: 'ok' | 'warning' | 'error';
  /** One line. */
  readonly text: string;
  /** What the operator can do, a line each. */
  readonly advice?: readonly string[];
}

/** Asks the account by the AWS CLI and changes nothing. Throws what the CLI says. */
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
