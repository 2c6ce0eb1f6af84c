import { RemovalPolicy } from 'aws-cdk-lib';

/** One of an account's sites, for example `dev`, `staging` or `prod`, with the properties that depend on it. */
export interface Stage {
  /** Part of the names of stacks and of all globally unique names. */
  readonly name: string;
  /** Whether people rely on it. Only this stage requires all settings (`settings.ts`). */
  readonly isProduction: boolean;
  /** Removal policy of resources with people's data. */
  readonly removalPolicy: RemovalPolicy;
  /** Whether AWS refuses to delete the stacks and resources with people's data. */
  readonly refusesDeletion: boolean;
}

const PRODUCTION = 'prod';

/** At most twelve characters, because CloudFront allows 64 for a name with the stack's, the region's and its own. */
export const STAGE_NAME = /^[a-z][a-z0-9]{0,11}$/;

/** Returns the stage with that name: `prod` retains people's data, every other stage is deleted completely. */
export function stageOf(name: string): Stage {
  const isProduction = name === PRODUCTION;
  return {
    name,
    isProduction,
    removalPolicy: isProduction ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    refusesDeletion: isProduction,
  };
}

/** The default stage. */
export const DEV = stageOf('dev');
