import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { newFolder, writeIn } from './temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../../..');

interface Diagnostic {
  readonly code: string;
  readonly labels: readonly { readonly span: { readonly line: number } }[];
}

/** Returns the lines of a file with this name that the linter rejects with a configuration and a plugin's rules. */
export async function rejectedLines(
  plugin: string,
  lines: readonly string[],
  { name = 'planted.ts', config = join(ROOT, 'oxlint.config.ts') } = {},
): Promise<string[]> {
  const folder = newFolder();
  writeIn(folder, name, lines.join('\n'));
  const options = ['-c', config, '--format=json', join(folder, name)];
  const output = await new Promise<string>((resolve) => {
    // The linter exits with 1 if it finds something.
    execFile(join(ROOT, 'node_modules/.bin/oxlint'), options, { cwd: ROOT }, (_, stdout) => resolve(stdout));
  });
  const { diagnostics } = JSON.parse(output) as { readonly diagnostics: readonly Diagnostic[] };
  const found = diagnostics.filter(({ code }) => code.startsWith(plugin));
  const numbers = new Set(found.flatMap(({ labels }) => labels.map(({ span }) => span.line)));
  return lines.filter((_, index) => numbers.has(index + 1));
}
