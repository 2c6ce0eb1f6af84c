import type { LambdaName } from '#functions/lambdas.ts';
import type { BusRule } from '#infra/agreed/event-rules.ts';
import type { TableSchema } from '#infra/agreed/table-schema.ts';
import type { Roles } from './aws/iam/authorize.ts';
import type { BucketDefinition } from './storage/buckets/buckets.ts';
import type { ApiRoute } from './website/api.ts';
import type { EdgeBehavior } from './website/distribution.ts';

/** A deployed Lambda. */
export interface DeployedLambda {
  /** The handler's file. */
  readonly entry: string;
  readonly timeoutMs: number;
  /** @default no limit */
  readonly memoryMb?: number;
  /** Concurrent invocations. @default no limit */
  readonly atOnce?: number;
  /** Without the SDK's own variables. */
  readonly environment: Readonly<Record<string, string>>;
}

/** How a queue invokes its Lambda. */
export interface QueueSettings {
  readonly maxTries: number;
  readonly hiddenMs: number;
  readonly atOnce: number;
}

/** How a template deploys the parts of the site that run on one machine. */
export interface Deployment {
  readonly lambda: (name: LambdaName) => DeployedLambda;
  /** The roles with their policies for these services, by IAM's prefixes. */
  readonly roles: (services: readonly string[]) => Roles;
  readonly routes: readonly ApiRoute[];
  readonly rules: readonly BusRule[];
  readonly table: TableSchema;
  readonly buckets: readonly BucketDefinition[];
  readonly namespaces: readonly string[];
  readonly newsQueue: QueueSettings;
  readonly webhooksQueue: QueueSettings;
  /** The configuration set of SES. */
  readonly mailSet: string;
  /** Behaviors of the distribution. Called when the addresses of the running parts are known. */
  readonly behaviors: () => readonly EdgeBehavior[];
}
