import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';

/** What may follow a dot in a file's name; the words of a name are joined by hyphens (docs/architecture.md). */
const ROLES = new Set(
  (
    'feature routes service repository item writes handlers adapters lambda ' +
    'appsync cloudfront cloudwatch cognito ivs mediaconvert s3 ses sqs ' +
    'page queries mutations machine types worker worklet ' +
    'test property cost setup global-setup reporter program thread config plugin d'
  ).split(' '),
);

const rolesOf = (path: string): string[] => path.split('/').at(-1)!.split('.').slice(1, -1);

/** More are hard to read through. */
const MAX_FILES = 18;

const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');

it('files are named name.role.ts with a role of the list', () => {
  const code = files.filter((path) => /\.m?tsx?$/.test(path));
  const others = code.filter((path) => rolesOf(path).some((role) => !ROLES.has(role)));
  expect(others, 'Join words by hyphens, or add the role here and to docs/architecture.md').toEqual([]);
});

it(`a folder has at most ${MAX_FILES} files side by side`, () => {
  const full = [...Map.groupBy(files, dirname)]
    .filter(([folder, inside]) => inside.length > MAX_FILES && !/^docs|__/.test(folder))
    .map(([folder]) => folder);
  const message = 'Move files that belong together into a folder with a plain name';
  expect(full, message).toEqual([]);
});
