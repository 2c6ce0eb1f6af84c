import type { LambdaName } from '#functions/lambdas.ts';
import { AwsError } from '../aws/aws-error.ts';
import { startAwsRestServer } from '../aws/aws-rest-server.ts';
import { LOCAL_ACCOUNT, LOCAL_REGION, type Credentials } from '../aws/credentials.ts';
import type { Refuse } from '../aws/iam/authorize.ts';

/** Returns a function's name. As in AWS, it contains the site and the Lambda. */
export const functionName = (name: LambdaName): string => `Fanfare-local-Functions${name}`;

const functionArn = (name: string): string =>
  `arn:aws:lambda:${LOCAL_REGION}:${LOCAL_ACCOUNT}:function:${name}`;

export interface LambdaServerOptions {
  readonly credentials: Credentials;
  /** Rejects with the handler's error. Returns `undefined` if there is no such function. */
  readonly invoke: (name: string, event: unknown) => Promise<unknown> | undefined;
  /** Refuses calls as IAM does. @default refuses nothing */
  readonly refuse?: Refuse | undefined;
}

/** Starts Lambda's API: `Invoke`, which waits for the result unless the invocation type is `Event`. */
export const startLambdaServer = ({ credentials, invoke, refuse }: LambdaServerOptions) =>
  startAwsRestServer({
    credentials,
    authorization: refuse && {
      refuse,
      requests: (_, { path }) => [
        { action: 'lambda:InvokeFunction', resource: functionArn(path['name'] ?? '') },
      ],
    },
    operations: [
      {
        name: 'Invoke',
        method: 'POST',
        path: '/2015-03-31/functions/{name}/invocations',
        run: async ({ path, headers, body }) => {
          // The alias is ignored, because one machine has one version.
          const answer = invoke((path['name'] ?? '').replace(/:.*$/, ''), body);
          if (!answer) throw new AwsError('ResourceNotFoundException', 'Function not found.', 404);
          // A handler's error is also a result.
          const result = answer.then(
            (result) => (result ?? null) as object,
            (error: unknown) => ({ errorType: 'Error', errorMessage: String(error) }),
          );
          return headers['x-amz-invocation-type'] === 'Event' ? {} : result;
        },
      },
    ],
  });
