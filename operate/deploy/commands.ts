export interface DeployOptions {
  /** Folder of the synthesised stacks. */
  readonly folder: string;
  /** File for the stacks' outputs. */
  readonly outputs: string;
  /** Whether the command runs in a terminal, so that it can ask. */
  readonly isTerminal: boolean;
}

/** Returns the commands that synthesise the stacks, in order. `given` are CDK's options: `-c name=value …`. */
export const synthesisCommands = (given: readonly string[], folder: string): string[][] => [
  ['npm', 'run', '--silent', 'check'],
  ['npm', 'run', '--silent', 'build'],
  ['cdk', 'synth', '--strict', '--quiet', '--output', folder, ...given],
];

/** Deploys the checked stacks. CDK asks before permissions are widened; without a terminal it would hang or refuse. */
export function deployCommand({ folder, outputs, isTerminal }: DeployOptions): string[] {
  const approval = isTerminal ? [] : ['--require-approval', 'never'];
  return ['cdk', 'deploy', '--all', '--app', folder, '--outputs-file', outputs, ...approval];
}
