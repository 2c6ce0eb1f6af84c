import { runSimulation } from '@cloud-copilot/iam-simulate';
import type { Role } from '#infra/local/aws/iam/authorize.ts';
import type { Decision, IamRequest } from '#infra/local/aws/iam/evaluate.ts';

/** Services whose actions the stand-ins authorise. */
export const SERVICES = [
  'appsync',
  'cloudfront-keyvaluestore',
  'cloudwatch',
  'cognito-idp',
  'dynamodb',
  'iam',
  'ivs',
  'lambda',
  'mediaconvert',
  's3',
  'ses',
  'sqs',
] as const;

const DECISIONS: Readonly<Record<string, Decision>> = {
  Allowed: 'allowed',
  ImplicitlyDenied: 'denied',
  ExplicitlyDenied: 'explicitly denied',
};
const accountId = '000000000000';

/**
 * Evaluates a role's policies with an independent simulator (https://github.com/cloud-copilot/iam-simulate, AGPL-3.0,
 * used in tests only). It knows the resources and condition keys of each action, and reports invalid requests.
 */
export async function simulated(
  { name, statements }: Role,
  { action, resource, context = {} }: IamRequest,
): Promise<string> {
  const result = await runSimulation(
    {
      request: {
        principal: `arn:aws:sts::${accountId}:assumed-role/${name}/session`,
        action,
        resource: { resource, accountId },
        contextVariables: Object.fromEntries(
          Object.entries(context).map(([key, value]) => [
            key,
            typeof value === 'string' ? value : [...value],
          ]),
        ),
      },
      identityPolicies: [{ name, policy: { Version: '2012-10-17', Statement: statements } }],
      serviceControlPolicies: [],
      resourceControlPolicies: [],
    },
    {},
  );
  if (result.resultType === 'error') return JSON.stringify(result.errors);
  const results = result.resultType === 'single' ? [result.result] : result.results;
  const ignored = results.flatMap(({ ignoredContextKeys = [] }) => ignoredContextKeys);
  if (ignored.length > 0) return `${action} has no ${ignored.join(', ')}`;
  return DECISIONS[result.overallResult] ?? result.overallResult;
}
