import { existsSync, readFileSync } from 'node:fs';
import type { LambdaName } from '#functions/lambdas.ts';
import type { Roles } from '#infra/local/aws/iam/authorize.ts';
import type { Decision, IamRequest } from '#infra/local/aws/iam/evaluate.ts';
import { templateRoles } from '../runner/site-template.ts';
import type { RunningSite } from './running-site.ts';
import { SERVICES, simulated } from './stack/simulated-iam.ts';

/** A line of the `IAM_CALLS` file. */
export interface IamCall extends IamRequest {
  readonly lambda: LambdaName;
  readonly decision: Decision;
}

/** The IAM decisions of a site that runs from a template. */
export class IamCalls {
  readonly calls: readonly IamCall[];
  readonly #roles: Roles;

  constructor(path: string, template: string, { endpoints }: Pick<RunningSite, 'endpoints'>) {
    const lines = existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : [];
    // Each request occurs many times.
    this.calls = [...new Set(lines)].map((line) => JSON.parse(line) as IamCall);
    this.#roles = templateRoles(template, () => endpoints.user_pool_id).roles(SERVICES);
  }

  /** Returns the decisions that differ from those of an independent evaluator. */
  async differing(): Promise<object[]> {
    const found: object[] = [];
    for (const { lambda, decision, ...request } of this.calls) {
      const theirs = await simulated(this.#roles[lambda], request);
      if (theirs !== decision) found.push({ lambda, ...request, decision, theirs });
    }
    return found;
  }

  /** Returns the refused requests. */
  refused(): readonly IamCall[] {
    return this.calls.filter(({ decision }) => decision !== 'allowed');
  }

  /** Returns granted permissions that roles did not use: `events ivs:DeleteChannel`. */
  unusedGrants(): readonly string[] {
    const used = new Set(this.calls.map(({ lambda, action }) => `${lambda} ${action}`));
    const granted = Object.entries(this.#roles).flatMap(([lambda, { statements }]) =>
      statements.flatMap(({ Action = [] }) => [Action].flat().map((action) => `${lambda} ${action}`)),
    );
    return [...new Set(granted)].filter((grant) => !used.has(grant)).toSorted();
  }
}
