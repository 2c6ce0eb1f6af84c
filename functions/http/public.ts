import type { LambdaName } from '../lambdas.ts';
import { DomainError } from '../base/errors.ts';
import { cdnCheck } from './cdn.ts';
import type { Authenticator } from './context.ts';
import { featuresHandler, type Features } from './features.ts';

/** The handler of a Lambda whose answers are for everybody alike; it can prove nobody's token. */
export const publicHandler = <N extends LambdaName>(
  { ORIGIN_SECRETS }: { readonly ORIGIN_SECRETS: string },
  features: Features<N>,
) => featuresHandler({ authenticator: nobody, checkCdn: cdnCheck(ORIGIN_SECRETS) }, features);

const nobody: Authenticator = async () => {
  throw new DomainError('unauthenticated', 'Please log in.');
};
