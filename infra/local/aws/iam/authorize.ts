import { appendFileSync } from 'node:fs';
import type { LambdaName } from '#functions/lambdas.ts';
import { AwsError } from '../aws-error.ts';
import { LOCAL_ACCOUNT, type KeyHolder } from '../credentials.ts';
import { evaluate, type Decision, type IamRequest, type Statement } from './evaluate.ts';

/** The role of a Lambda. */
export interface Role {
  readonly name: string;
  readonly statements: readonly Statement[];
}

export type Roles = Readonly<Record<LambdaName, Role>>;

/**
 * Returns IAM's refusal of a key holder's requests, if any is refused. Processes that can read the data folder may do
 * everything.
 */
export type Refuse = (holder: KeyHolder, requests: readonly IamRequest[]) => Refusal | undefined;

export interface Refusal extends IamRequest {
  readonly message: string;
}

/**
 * Evaluates the roles' policies, which are read at the first request. `IAM_CALLS` names a file to which each decision
 * is appended, for tests.
 */
export function refuseBy(roles: () => Roles): Refuse {
  let known: Roles | undefined;
  return ({ lambda }, requests) => {
    if (!lambda) return undefined;
    known ??= roles();
    const { name, statements } = known[lambda];
    for (const request of requests) {
      const decision = evaluate(statements, request);
      record({ lambda, ...request, decision });
      if (decision !== 'allowed') return { ...request, message: messageOf(request, decision, name, lambda) };
    }
    return undefined;
  };
}

function record(call: object): void {
  const path = process.env['IAM_CALLS'];
  if (path) appendFileSync(path, `${JSON.stringify(call)}\n`);
}

/** Source: IAM User Guide, "Troubleshoot access denied error messages". S3 quotes the resource. */
function messageOf(request: IamRequest, decision: Decision, role: string, session: string): string {
  const { action } = request;
  const resource = action.startsWith('s3:') ? `"${request.resource}"` : request.resource;
  const reason =
    decision === 'denied'
      ? `because no identity-based policy allows the ${action} action`
      : 'with an explicit deny in an identity-based policy';
  const user = `arn:aws:sts::${LOCAL_ACCOUNT}:assumed-role/${role}/${session}`;
  return `User: ${user} is not authorized to perform: ${action} on resource: ${resource} ${reason}`;
}

/** The refusal as JSON services send it. AWS JSON uses one status for all refusals. */
export const accessDeniedException = ({ message }: Refusal, status: 400 | 403): AwsError =>
  new AwsError('AccessDeniedException', message, status);
