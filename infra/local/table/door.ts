import { Agent, createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { fail, readBody } from '../aws/aws-server.ts';
import { refuseBrowsers } from '../aws/browsers.ts';
import type { Credentials } from '../aws/credentials.ts';
import { verifySignature } from '../aws/sigv4.ts';
import { listen, type Listening } from '../system/listen.ts';
import { checkAccess } from './access.ts';

export interface DoorOptions {
  /** The database behind it, which takes anybody's word. */
  readonly database: string;
  readonly credentials: Credentials;
}

/**
 * DynamoDB as others see it: what is signed with a key of this site passes to the database, a Lambda's as far as its role
 * allows in AWS. Browsers are refused.
 */
export async function startDoor({ database, credentials }: DoorOptions): Promise<Listening> {
  const agent = new Agent({ keepAlive: true });
  const server = createServer((request, response) => {
    admit(request, credentials)
      .then((body) => pass(request, body, response, { database, agent }))
      .catch((error: unknown) => fail(response, error));
  });
  const listening = await listen(server, { host: '127.0.0.1', port: 0 });
  return {
    ...listening,
    close: async () => {
      await listening.close();
      agent.destroy();
    },
  };
}

/** Answers the body. Throws what AWS refuses with. */
async function admit(request: IncomingMessage, credentials: Credentials): Promise<Buffer> {
  refuseBrowsers(request);
  const body = await readBody(request);
  const { method = 'GET', headers, url = '/' } = request;
  const { lambda } = verifySignature(
    {
      method,
      url: new URL(url, `http://${headers.host}`),
      headers: headers as Record<string, string>,
      body,
    },
    credentials,
  );
  if (lambda) checkAccess(lambda, String(headers['x-amz-target']), body.toString());
  return body;
}

interface Behind {
  readonly database: string;
  readonly agent: Agent;
}

/** Brings the answer of the database, or ends the connection where there is none. */
function pass(request: IncomingMessage, body: Buffer, response: ServerResponse, { database, agent }: Behind) {
  const { method, url, headers } = request;
  const passed = send(new URL(url ?? '/', database), { method, headers, agent }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    pipeline(answer, response, () => {});
  });
  passed.on('error', () => response.destroy());
  passed.end(body);
}
