import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { alarmsIn } from '../../../support/site/stack/alarms.ts';
import { deployed, PRODUCTION } from '../../../support/site/stack/operator.ts';
import { PROJECT_ROOT } from '../../../support/site/stack/site.ts';

/** Without the alarms of rollouts, which have no action. */
const stacks = Object.values(deployed({ ...PRODUCTION, gradual: 'no' }));
const names = stacks.flatMap((one) =>
  alarmsIn(one).map(({ AlarmName }) => AlarmName.replace(`${one.stack.stackName}-`, '')),
);

const runbook = readFileSync(join(PROJECT_ROOT, 'docs/runbook.md'), 'utf8');
const [, part = ''] = runbook.split('\n## Alarms\n');
/** Of the alarms that their titles name. */
const sections = part
  .split('\n## ')[0]!
  .split(/^### /m)
  .slice(1)
  .map((text) => ({
    text,
    alarms: [...text.split('\n')[0]!.matchAll(/`(\w+)`/g)].map(([, name]) => name!),
  }));

test('each alarm has a section in the runbook, and each section an alarm', () => {
  expect(sections.flatMap(({ alarms }) => alarms).toSorted()).toEqual(names.toSorted());
});

test.each(sections.map(({ alarms, text }) => [alarms.join(', '), text]))(
  'the runbook says for %s what it means, how to look and how to fix it',
  (_, text) => {
    expect(text).toMatch(/\*\*Means\*\*[^]*\*\*Look\*\*[^]*\*\*Fix\*\*/);
  },
);
