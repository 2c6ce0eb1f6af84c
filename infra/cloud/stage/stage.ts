import { RemovalPolicy } from 'aws-cdk-lib';

/** One of the sites that an account may hold beside each other, such as `dev`, `staging` and `prod`, and what follows from it. */
export interface Stage {
  /** Part of the stacks' names, and of every name that AWS wants to be unique. */
  readonly name: string;
  /** People rely on it. Only this one needs all that a site has (`settings.ts`). */
  readonly isProduction: boolean;
  /** What becomes of people's data when a resource leaves the stack, or the stack is deleted. */
  readonly removalPolicy: RemovalPolicy;
  /** AWS refuses every request to delete the stacks, and what holds people's data. */
  readonly refusesDeletion: boolean;
}

const PRODUCTION = 'prod';

/** Twelve characters at most, as CloudFront takes 64 for a name that has the stack's, the region's and its own. */
export const STAGE_NAME = /^[a-z][a-z0-9]{0,11}$/;

/** The stage of that name: `prod` keeps what people entrust to it, every other goes without a trace. */
export function stageOf(name: string): Stage {
  const isProduction = name === PRODUCTION;
  return {
    name,
    isProduction,
    removalPolicy: isProduction ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    refusesDeletion: isProduction,
  };
}

/** What is made where nothing is said. */
export const DEV = stageOf('dev');
