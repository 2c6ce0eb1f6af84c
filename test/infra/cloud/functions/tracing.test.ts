import { expect, test } from 'vitest';
import { lambdas, type LambdaName } from '#functions/lambdas.ts';
import { findings } from '#test/support/site/stack/nag.ts';
import { deployed } from '#test/support/site/stack/operator.ts';
import { logicalId, resources, statementsOf } from '#test/support/site/stack/site-queries.ts';
import type { Site } from '#test/support/site/stack/site.ts';

const names = Object.keys(lambdas) as LambdaName[];
const { site: traced } = deployed({ tracing: 'yes' });
const { site: untraced } = deployed({});

/** Returns a Lambda's permissions: each action with its resources. */
const grantsOf = (site: Site, name: LambdaName): string[] =>
  statementsOf(site, name)
    .flatMap(({ Action, Resource }) =>
      [Action].flat().flatMap((action) => [Resource].flat().map((to) => JSON.stringify([action, to]))),
    )
    .toSorted();

/** Returns the template without policies and tracing settings. */
function others({ template }: Site): object {
  const { Resources, ...rest } = template.toJSON();
  const kept = Object.entries(Resources as Record<string, { Type: string; Properties?: object }>).filter(
    ([, { Type }]) => Type !== 'AWS::IAM::Policy',
  );
  const replacer = (key: string, value: unknown) => (key === 'TracingConfig' ? undefined : value);
  return { ...rest, Resources: JSON.parse(JSON.stringify(Object.fromEntries(kept), replacer)) };
}

test.each(names)('%s is traced if the operator enables it, and may write to X-Ray', (name) => {
  const { Properties } = resources<{ TracingConfig?: object }>(traced, 'AWS::Lambda::Function')[
    logicalId(traced.stack, `Functions/${name}`)
  ]!;
  expect(Properties.TracingConfig).toEqual({ Mode: 'Active' });
  const before = new Set(grantsOf(untraced, name));
  expect(grantsOf(traced, name).filter((grant) => !before.has(grant))).toEqual([
    '["xray:PutTelemetryRecords","*"]',
    '["xray:PutTraceSegments","*"]',
  ]);
});

test('tracing changes nothing but the Lambdas', () => {
  expect(others(traced)).toEqual(others(untraced));
});

test('nothing is traced by default', () => {
  expect(JSON.stringify(untraced.template.toJSON())).not.toMatch(/xray|TracingConfig/i);
});

test('cdk-nag accepts tracing', () => {
  expect(findings(traced)).toEqual([]);
});
