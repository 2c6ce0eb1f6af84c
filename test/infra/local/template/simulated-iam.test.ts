/** Our policy evaluator agrees with an independent one on the template's real policies. */
import { expect, it } from 'vitest';
import type { Role } from '#infra/local/aws/iam/authorize.ts';
import { evaluate, type IamRequest, type Statement } from '#infra/local/aws/iam/evaluate.ts';
import { deploymentOf } from '#test/support/site/stack/local-deployment.ts';
import { SERVICES, simulated } from '#test/support/site/stack/simulated-iam.ts';

const roles: readonly Role[] = Object.values(deploymentOf().roles(SERVICES));

const listOf = (value: string | readonly string[] = []): readonly string[] => [value].flat();
const filled = (pattern: string): string => pattern.replaceAll('*', 'one');
type Context = Readonly<Record<string, string | readonly string[]>>;

/**
 * Returns contexts that meet a statement's conditions, and others: without any key, and with each key wrong, alone or
 * next to a correct value.
 */
function contextsOf({ Condition = {} }: Statement): readonly Context[] {
  const met = Object.fromEntries(
    Object.values(Condition).flatMap((keys) =>
      Object.entries(keys).map(([key, expected]): [string, string | readonly string[]] => {
        const values = listOf(expected).map(filled);
        return [key, /^dynamodb:(LeadingKeys|Attributes)$/.test(key) ? values : values[0]!];
      }),
    ),
  );
  const keys = Object.keys(met);
  if (keys.length === 0) return [{}];
  const wrong = keys.map((key) => ({
    ...met,
    [key]: typeof met[key] === 'string' ? 'another' : [...met[key]!.slice(0, 1), 'another'],
  }));
  const lacking = keys.map((key) => Object.fromEntries(Object.entries(met).filter(([name]) => name !== key)));
  return [met, {}, ...wrong, ...lacking];
}

/** Returns requests for a statement's resources and for others. */
function requestsOf(statement: Statement): IamRequest[] {
  const resources = listOf(statement.Resource).flatMap((pattern) =>
    pattern === '*' ? [pattern] : [filled(pattern), `${filled(pattern).replace(/[^:/]+$/, 'another')}`],
  );
  return listOf(statement.Action).flatMap((action) =>
    resources.flatMap((resource) => contextsOf(statement).map((context) => ({ action, resource, context }))),
  );
}

const statements = new Map(
  roles.flatMap((role) => role.statements.map((one) => [JSON.stringify(one), one] as const)),
);
const requests = [...statements.values()].flatMap(requestsOf);

const isImpossible = (answer: string): boolean => answer.startsWith('{');

it('decides every request of a statement like the other evaluator, for each role', async () => {
  const differing: unknown[] = [];
  const decisions = new Set<string>();
  let compared = 0;
  for (const [at, request] of requests.entries()) {
    // Each request is evaluated for the roles in turn, and for one that is allowed.
    const able = roles.filter(({ statements }) => evaluate(statements, request) === 'allowed');
    for (const role of new Set([...able.slice(0, 1), roles[at % roles.length]!])) {
      const ours = evaluate(role.statements, request);
      decisions.add(ours);
      const theirs = await simulated(role, request);
      // A statement's actions and resources may not belong together.
      if (isImpossible(theirs)) continue;
      compared += 1;
      if (theirs !== ours) differing.push({ role: role.name, ...request, ours, theirs });
    }
  }
  expect(differing).toEqual([]);
  expect([...decisions].toSorted()).toEqual(['allowed', 'denied']);
  expect(compared).toBeGreaterThan(500);
});
