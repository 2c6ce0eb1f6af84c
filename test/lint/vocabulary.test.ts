import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newFolder, writeIn } from '../support/runner/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');

interface Diagnostic {
  readonly code: string;
  readonly labels: readonly { readonly span: { readonly line: number } }[];
}

/** The lines that the linter, as the project configures it, rejects for their words. */
async function rejectedLines(lines: readonly string[]): Promise<string[]> {
  const folder = newFolder();
  writeIn(folder, 'planted.ts', lines.join('\n'));
  const options = ['-c', 'oxlint.config.ts', '--format=json', join(folder, 'planted.ts')];
  const output = await new Promise<string>((resolve) => {
    // The linter exits with 1 when it finds something.
    execFile(join(ROOT, 'node_modules/.bin/oxlint'), options, { cwd: ROOT }, (_, stdout) => resolve(stdout));
  });
  const { diagnostics } = JSON.parse(output) as { readonly diagnostics: readonly Diagnostic[] };
  const found = diagnostics.filter(({ code }) => code.startsWith('vocabulary'));
  const numbers = new Set(found.flatMap(({ labels }) => labels.map(({ span }) => span.line)));
  return lines.filter((_, index) => numbers.has(index + 1));
}

const PLANTED = [
  'export function tellChange() {}',
  'export const wasTold = true;',
  'export const letGo = true;',
  'export interface LeavingStep { readonly name: string }',
  'export const LOOK_EVERY_MS = 100;',
  'export class Listener { #heard = 1; count() { return this.#heard; } }',
  'export const options = { making: true };',
  'export const at = (shownAt: number) => shownAt;',
  'export const whoever = 1;',
  '/** Whoever asks first. */',
  'export const one = 1; // It is made anew.',
];

it('the linter rejects each word of the old vocabulary', async () => {
  expect(await rejectedLines(PLANTED)).toEqual(PLANTED);
});

it('the linter accepts fields of the contract, and words that only contain a rejected one', async () => {
  const plain = [
    '/** Looks up a channel, and shows it. */',
    'export const item = { is_told: true, shown_at: 1 };',
    'export const lookup = () => item.is_told;',
    "export const remaking = 'whoever is told';",
  ];
  expect(await rejectedLines(plain)).toEqual([]);
});
