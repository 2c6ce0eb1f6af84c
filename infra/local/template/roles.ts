import * as z from 'zod/mini';
import type { LambdaName } from '#functions/lambdas.ts';
import type { Role, Roles } from '../aws/iam/authorize.ts';
import { faultOf, type Statement } from '../aws/iam/evaluate.ts';
import { lambdaOf } from './one-machine.ts';
import { TemplateError } from './resolve.ts';
import type { Stack } from './stack.ts';

const texts = z.union([z.string(), z.array(z.string())]);
const statement = z.strictObject({
  Sid: z.optional(z.string()),
  Effect: z.enum(['Allow', 'Deny']),
  Action: z.optional(texts),
  NotAction: z.optional(texts),
  Resource: z.optional(texts),
  NotResource: z.optional(texts),
  Condition: z.optional(z.record(z.string(), z.record(z.string(), texts))),
});

/** As in the template, with unresolved references. */
interface Policy {
  readonly PolicyDocument: { readonly Statement: readonly Unresolved[] };
  readonly Roles?: readonly { readonly Ref?: string }[];
}
type Unresolved = Readonly<Record<string, unknown>>;

/**
 * Returns the Lambdas' roles with the policy statements about these services, for example `dynamodb`. Other statements
 * may refer to parts that have not started yet. Throws a `TemplateError` for statements that the evaluator does not
 * support.
 */
export function rolesOf(stack: Stack, services: readonly string[]): Roles {
  const functions = Object.values(stack.template.Resources).flatMap((resource) => {
    const lambda = resource.Type === 'AWS::Lambda::Function' ? lambdaOf(resource) : undefined;
    const role = resource.Properties?.['Role'] as { 'Fn::GetAtt'?: readonly string[] } | undefined;
    return lambda ? [{ lambda, role: role?.['Fn::GetAtt']?.[0] ?? '' }] : [];
  });
  return Object.fromEntries(
    functions.map(({ lambda, role }) => [lambda, roleOf(stack, role, services)]),
  ) as Record<LambdaName, Role>;
}

function roleOf(stack: Stack, name: string, services: readonly string[]): Role {
  const { Resources } = stack.template;
  const { Policies = [], ManagedPolicyArns, PermissionsBoundary } = Resources[name]?.Properties ?? {};
  if (ManagedPolicyArns || PermissionsBoundary)
    throw new TemplateError('One machine supports inline policies only', `Resources.${name}`);
  const attached = Object.entries(Resources)
    .filter(([, { Type }]) => Type === 'AWS::IAM::Policy')
    .map(([id, { Properties }]) => [id, Properties as unknown as Policy] as const)
    .filter(([, { Roles = [] }]) => Roles.some(({ Ref }) => Ref === name));
  const inline = (Policies as readonly Policy[]).map((policy) => [name, policy] as const);
  const statements = [...inline, ...attached].flatMap(([id, { PolicyDocument }]) =>
    PolicyDocument.Statement.filter((one) => isOf(one, services)).map((one) =>
      readStatement(stack, one, `Resources.${id}`),
    ),
  );
  return { name, statements };
}

/** A statement without actions may be about any service. */
const isOf = ({ Action = '*' }: Unresolved, services: readonly string[]): boolean =>
  [Action as string | readonly string[]]
    .flat()
    .some((action) => action.startsWith('*') || services.includes(action.split(':')[0] ?? ''));

function readStatement(stack: Stack, given: Unresolved, path: string): Statement {
  const read = z.safeParse(statement, stack.resolve(given, path));
  if (!read.success) throw new TemplateError(read.error.issues[0]?.message ?? 'A fault', path);
  const { Sid: _, ...known } = read.data;
  const fault = faultOf(known as Statement);
  if (fault) throw new TemplateError(fault, path);
  return known as Statement;
}
