import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lambdas, type LambdaName } from '#functions/lambdas.ts';

const read = (path: string): string => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');

describe('the runbook', () => {
  it('names the command that changes each key of the stack', () => {
    const settings = read('infra/cloud/stage/settings.ts');
    const [, generations = ''] = /secretGenerations: \{([^}]*)\}/.exec(settings) ?? [];
    const keys = [...generations.matchAll(/number\('(\w+)'\)/g)].map(([, setting]) => setting!);
    expect(keys.length).toBeGreaterThan(4);
    const commands = keys.map((setting) => `| \`npm run deploy -- -c ${setting}=2\` |`);
    expect(commands.filter((command) => !read('docs/runbook.md').includes(command))).toEqual([]);
  });
});

describe('docs/security.md', () => {
  it('names the Lambdas that have each key', () => {
    const rows = [...read('docs/security.md').matchAll(/^\| `(\w+_(?:KEYS|SECRETS))` \| ([^|]*) \|/gm)];
    const named = rows.map(([, key = '', users = '']) => [
      key,
      [...users.matchAll(/`(\w+)`/g)].map(([, name]) => name).toSorted(),
    ]);
    const all = Object.entries(lambdas) as [LambdaName, { readonly environment: readonly string[] }][];
    const keys = new Set(all.flatMap(([, { environment }]) => environment));
    const had = [...keys]
      .filter((key) => /_(?:KEYS|SECRETS)$/.test(key))
      .map((key) => [
        key,
        all.flatMap(([name, { environment }]) => (environment.includes(key) ? [name] : [])).toSorted(),
      ]);
    expect(Object.fromEntries(named)).toEqual(Object.fromEntries(had));
    expect(rows).toHaveLength(had.length);
  });
});
