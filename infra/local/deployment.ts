import type { LambdaName } from '#functions/lambdas.ts';
import type { BusRule } from '#infra/agreed/event.rules.ts';
import type { TableSchema } from '#infra/agreed/table-schema.ts';
import type { Roles } from './aws/iam/authorize.ts';
import type { BucketDefinition } from './storage/buckets/buckets.ts';
import type { ApiRoute } from './website/api.ts';
import type { EdgeBehavior } from './website/distribution.ts';

/** One Lambda as it is deployed. */
export interface DeployedLambda {
  /** The file of the handler. */
  readonly entry: string;
  readonly timeoutMs: number;
  /** @default as much as there is */
  readonly memoryMb?: number;
  /** Invocations at once. @default as many as come */
  readonly atOnce?: number;
  /** Apart from the SDK's own variables. */
  readonly environment: Readonly<Record<string, string>>;
}

/** How the queue of news is delivered. */
export interface NewsQueue {
  readonly maxTries: number;
  readonly hiddenMs: number;
  readonly atOnce: number;
}

/** What the parts of the site on one machine do: as a template deploys it. */
export interface Deployment {
  readonly lambda: (name: LambdaName) => DeployedLambda;
  /** With what their policies say of these services, as IAM calls them. */
  readonly roles: (services: readonly string[]) => Roles;
  readonly routes: readonly ApiRoute[];
  readonly rules: readonly BusRule[];
  readonly table: TableSchema;
  readonly buckets: readonly BucketDefinition[];
  readonly namespaces: readonly string[];
  readonly newsQueue: NewsQueue;
  /** SES's configuration set. */
  readonly mailSet: string;
  /** Of the distribution, once the addresses of the running parts are known. */
  readonly behaviors: () => readonly EdgeBehavior[];
}
