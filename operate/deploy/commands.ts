export interface DeployOptions {
  /** Where what is synthesised lies. */
  readonly folder: string;
  /** Receives the stacks' outputs. */
  readonly outputs: string;
  /** Whether a person is there who can be asked. */
  readonly isTerminal: boolean;
}

/** What makes stacks of a checkout, a command each, in order. `given` is for CDK: `-c name=value …` */
export const synthesisCommands = (given: readonly string[], folder: string): string[][] => [
  ['npm', 'run', '--silent', 'check'],
  ['npm', 'run', '--silent', 'build'],
  ['cdk', 'synth', '--strict', '--quiet', '--output', folder, ...given],
];

/**
 * Deploys what was checked. CDK asks before rights are widened, and would wait forever, or refuse, without a person to
 * answer.
 */
export function deployCommand({ folder, outputs, isTerminal }: DeployOptions): string[] {
  const approval = isTerminal ? [] : ['--require-approval', 'never'];
  return ['cdk', 'deploy', '--all', '--app', folder, '--outputs-file', outputs, ...approval];
}
