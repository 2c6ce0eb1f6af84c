export interface DeployOptions {
  /** For CDK: `-c name=value …` */
  readonly given: readonly string[];
  /** Where what is synthesised lies. */
  readonly folder: string;
  /** Gets what the stacks tell their operator. */
  readonly outputs: string;
  /** Whether a person is there who can be asked. */
  readonly isTerminal: boolean;
}

/**
 * What brings a checkout to AWS, a command each, in order: what was checked is what is deployed. CDK asks before rights are
 * widened, and would wait for ever, or refuse, where nobody is there to answer.
 */
export function deployCommands({ given, folder, outputs, isTerminal }: DeployOptions): string[][] {
  const approval = isTerminal ? [] : ['--require-approval', 'never'];
  return [
    ['npm', 'run', '--silent', 'check'],
    ['npm', 'run', '--silent', 'build'],
    ['cdk', 'synth', '--strict', '--quiet', '--output', folder, ...given],
    ['cdk', 'deploy', '--all', '--app', folder, '--outputs-file', outputs, ...approval],
  ];
}
