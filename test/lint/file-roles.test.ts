import { execFileSync } from 'node:child_process';
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

it('files are named name.role.ts with a role of the list', () => {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mts'], { encoding: 'utf8' });
  const others = files.split('\n').filter((path) => rolesOf(path).some((role) => !ROLES.has(role)));
  expect(others, 'Join words by hyphens, or add the role here and to docs/architecture.md').toEqual([]);
});
