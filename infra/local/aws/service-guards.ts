import type { ApiThrottle } from './api-throttle.ts';
import type { Refuse } from './iam/authorize.ts';

/** What a stand-in refuses because AWS would. */
export interface ServiceGuards {
  /** @default any number of calls */
  readonly throttle?: ApiThrottle | undefined;
  /** What IAM refuses. @default nothing */
  readonly refuse?: Refuse | undefined;
}
