import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const read = (path: string): string => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');

describe('the runbook', () => {
  it('names for each key of the stack the command that changes it', () => {
    const settings = read('infra/cloud/stage/settings.ts');
    const [, generations = ''] = /secretGenerations: \{([^}]*)\}/.exec(settings) ?? [];
    const keys = [...generations.matchAll(/number\('(\w+)'\)/g)].map(([, setting]) => setting!);
    expect(keys.length).toBeGreaterThan(4);
    const commands = keys.map((setting) => `| \`npm run deploy -- -c ${setting}=2\` |`);
    expect(commands.filter((command) => !read('docs/runbook.md').includes(command))).toEqual([]);
  });
});
