import { handle } from 'hono/aws-lambda';
import type { LambdaName } from '../lambdas.ts';
import { DomainError } from '../errors.ts';
import { createApp } from './app.ts';
import type { Authenticator } from './context.ts';
import type { Features } from './lambda.ts';

/** The handler of a Lambda whose answers are for everybody alike; it can prove nobody's token. */
export const publicHandler = <N extends LambdaName>(features: Features<N>) =>
  handle(createApp(nobody, features));

const nobody: Authenticator = async () => {
  throw new DomainError('unauthenticated', 'Please log in.');
};
