import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { rejectedLines } from '#test/support/runner/planted-lines.ts';
import { newFolder, writeIn } from '#test/support/runner/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');

let config: string;

// The project's own configuration applies the rules to web/src only.
beforeAll(() => {
  const folder = newFolder();
  const rules = { 'messages/no-text': 'error', 'messages/literal-key': 'error' };
  writeIn(folder, '.oxlintrc.json', JSON.stringify({ jsPlugins: [join(ROOT, 'lint/messages.ts')], rules }));
  config = join(folder, '.oxlintrc.json');
});

const rejected = (lines: readonly string[]) =>
  rejectedLines('messages', lines, { name: 'planted.tsx', config });

it('the linter rejects texts outside of the catalogue, and keys that are not literals', async () => {
  const planted = [
    'export const Button = () => <button>Send</button>;',
    'export const Field = () => <input aria-label="Your name" />;',
    'export const Code = () => <input placeholder="hype" />;',
    "export const title = 'E-mail';",
    "export const titles = { live: 'Go live' } as const;",
    "export const fail = () => toastFailure('Not saved');",
    'export const published = (name: string) => `${name} published a video`;',
    "export const choice = (isOn: boolean) => (isOn ? 'turned on' : '');",
    'export const text = (key: string) => t(key);',
  ];
  expect(await rejected(planted)).toEqual(planted);
});

it('the linter accepts texts that are not for people', async () => {
  const plain = [
    "import { t } from './Some Module.ts';",
    'export const Card = () => <p className="rounded-lg border p-4" role="status">{t(\'card.title\')}</p>;',
    'export const Address = () => <input placeholder="https://" />;',
    "export const fail = () => { throw new Error('Not reached'); };",
    "export const log = () => console.error('Error fetching data');",
    "export const is = (state: string) => state === 'Not Found';",
    "export const classes = 'absolute inset-x-0 text-soft';",
    "export const query = { meta: { failureLog: 'Error fetching data' } };",
  ];
  expect(await rejected(plain)).toEqual([]);
});

it('the project applies the rules to all of web/src', () => {
  const configuration = readFileSync(join(ROOT, 'oxlint.config.ts'), 'utf8');
  expect(configuration).toContain(
    "{ files: ['web/src/**'], rules: { 'messages/no-text': 'error', 'messages/literal-key': 'error' } }",
  );
});
