import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { severityOf } from '#infra/cloud/alarms/severity.ts';
import { alarmsIn, compositeAlarmsIn } from '#test/support/site/stack/alarms/alarms.ts';
import { deployed, PRODUCTION } from '#test/support/site/stack/operator.ts';
import { PROJECT_ROOT } from '#test/support/site/stack/site.ts';

/** Without the alarms of rollouts, which have no action. */
const stacks = Object.values(deployed({ ...PRODUCTION, gradual: 'no' }));
const names = stacks.flatMap((one) =>
  [...alarmsIn(one), ...compositeAlarmsIn(one)].map(({ AlarmName }) =>
    AlarmName.replace(`${one.stack.stackName}-`, ''),
  ),
);

const runbook = readFileSync(join(PROJECT_ROOT, 'docs/runbook.md'), 'utf8');
const [, part = ''] = runbook.split('\n## Alarms\n');
/** By the alarms that their titles name. */
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
  'the runbook explains for %s what it means, how to investigate and how to fix it',
  (_, text) => {
    expect(text).toMatch(/\*\*Means\*\*[^]*\*\*Look\*\*[^]*\*\*Fix\*\*/);
  },
);

test.each(sections.map(({ alarms, text }) => [alarms.join(', '), alarms, text.split('\n')[0]!] as const))(
  'the title of %s in the runbook ends with the alarm’s severity',
  (_, alarms, title) => {
    for (const alarm of alarms) expect(title).toMatch(new RegExp(` \\(${severityOf(alarm)}\\)$`));
  },
);

test('each alarm’s description starts with its severity and then links its section', () => {
  for (const one of stacks)
    for (const { AlarmName, AlarmDescription } of [...alarmsIn(one), ...compositeAlarmsIn(one)]) {
      const name = AlarmName.replace(`${one.stack.stackName}-`, '');
      expect(AlarmDescription).toBe(`${severityOf(name)}: see "${name}" in docs/runbook.md.`);
    }
});
