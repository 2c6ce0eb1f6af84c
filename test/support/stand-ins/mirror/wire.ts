import { Agent, request as send } from 'node:http';
import { wholeBody } from '#infra/local/system/whole-body.ts';

export type Json = Readonly<Record<string, unknown>>;

export interface TableAnswer {
  readonly status: number;
  readonly body: Json;
}

/** Calls an operation of a database; the signature is not checked. */
export type Call = (operation: string, input: Json) => Promise<TableAnswer>;

const agent = new Agent({ keepAlive: true });
const authorization =
  'AWS4-HMAC-SHA256 Credential=A/20200101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=a';

/** Returns a client of the database at this address, which does not authenticate requests. */
export const callsOf =
  (endpoint: string): Call =>
  (operation, input) =>
    new Promise((resolve, reject) => {
      const headers = {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': `DynamoDB_20120810.${operation}`,
        'x-amz-date': '20200101T000000Z',
        authorization,
      };
      const request = send(endpoint, { method: 'POST', headers, agent }, (answer) => {
        wholeBody(answer).then(
          (body) => resolve({ status: answer.statusCode ?? 0, body: JSON.parse(body.toString() || '{}') }),
          reject,
        );
      });
      request.on('error', reject);
      request.end(JSON.stringify(input));
    });

/** Returns for example `ConditionalCheckFailedException`; `undefined` for a response without an error. */
export const errorOf = ({ body }: TableAnswer): string | undefined =>
  body['__type']?.toString().split('#').at(-1);
