import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { showDifference } from '#infra/cloud/template/difference.ts';
import type { Template } from '#infra/agreed/template.ts';
import { synthesize } from '#infra/cloud/template/synthesize.ts';
import { PROJECT_ROOT } from '#test/support/site/stack/site.ts';

const folder = mkdtempSync(join(tmpdir(), 'fanfare-difference-'));
const now = join(folder, 'now');
let templates: Map<string, Template>;

beforeAll(() => {
  templates = synthesize(PROJECT_ROOT, now);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the output for a site that was deployed from these templates. */
function printed(before: ReadonlyMap<string, Template>): string {
  const assembly = mkdtempSync(join(folder, 'assembly-'));
  cpSync(now, assembly, { recursive: true });
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  try {
    showDifference(before, assembly);
    return log.mock.calls.flat().join('\n');
  } finally {
    log.mockRestore();
  }
}

test('the diff reports a replaced table without a connection', () => {
  const site = templates.get('Fanfare-prod')!;
  const table = site.Resources['TableItems4E2090AD']!;
  const KeySchema = [{ AttributeName: 'id', KeyType: 'HASH' }];
  const Resources = {
    ...site.Resources,
    TableItems4E2090AD: { ...table, Properties: { ...table.Properties, KeySchema } },
  };
  const text = printed(new Map([...templates, ['Fanfare-prod', { ...site, Resources }]]));
  expect(text).toContain('Stack Fanfare-prod');
  expect(text).toMatch(/AWS::DynamoDB::GlobalTable Table\/Items TableItems4E2090AD replace/);
  expect(text).toContain('KeySchema (requires replacement)');
  expect(text).not.toContain('guard');
});

test('the diff ignores changed code', () => {
  const other = JSON.stringify(Object.fromEntries(templates)).replaceAll(/[0-9a-f]{64}/g, 'f'.repeat(64));
  const before = new Map(Object.entries(JSON.parse(other) as Record<string, Template>));
  expect(printed(before)).toBe('Nothing differs.');
});

test('the diff names a removed stack', () => {
  expect(printed(new Map([...templates, ['Fanfare', { Resources: {} }]]))).toBe(
    'The stack Fanfare was removed.\n',
  );
});
