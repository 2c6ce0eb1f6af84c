import {
  Agent,
  createServer,
  request as send,
  type IncomingMessage,
  type RequestOptions,
  type ServerResponse,
} from 'node:http';
import { fail, readBody } from '../aws/aws-server.ts';
import { refuseBrowsers } from '../aws/browsers.ts';
import type { Credentials } from '../aws/credentials.ts';
import { verifySignature } from '../aws/sigv4.ts';
import { listen, type Listening } from '../system/listen.ts';
import { wholeBody } from '../system/whole-body.ts';
import type { Roles } from '../aws/iam/authorize.ts';
import { checkAccess, codeRoles } from './access.ts';
import { streamEventOf, type StreamListener } from './fresh-items.ts';

export interface TableProxyOptions {
  /** Endpoint of the database, which does not authenticate requests. */
  readonly database: string;
  readonly credentials: Credentials;
  /** @default as in the code */
  readonly roles?: Roles | undefined;
  /** Receives the written items that match its filter. @default none */
  readonly listener?: StreamListener | undefined;
}

/**
 * Starts a proxy in front of the database: requests signed with a key of this site are forwarded, a Lambda's only as
 * far as its role allows them in AWS. Refuses requests from browsers.
 */
export async function startTableProxy(options: TableProxyOptions): Promise<Listening> {
  const { database, listener } = options;
  const agent = new Agent({ keepAlive: true });
  const { hostname, port } = new URL(database);
  const behind = { hostname, port, agent };
  const publishStreamEvent = (request: IncomingMessage, body: Buffer): void => {
    const event = listener && streamEventOf(String(request.headers['x-amz-target']), body);
    // The tick processes items that were not delivered here.
    if (event) void listener(event).catch((error: unknown) => console.error('stream:', error));
  };
  const server = createServer((request, response) => {
    admit(request, options)
      .then((body) => pass(request, body, response, behind, () => publishStreamEvent(request, body)))
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

/** Returns the body of an admitted request. Throws AWS's errors. */
async function admit(
  request: IncomingMessage,
  { credentials, roles = codeRoles }: TableProxyOptions,
): Promise<Buffer> {
  refuseBrowsers(request);
  const body = await readBody(request);
  const { method = 'GET', headers, url = '/' } = request;
  const holder = verifySignature(
    {
      method,
      url: new URL(url, `http://${headers.host}`),
      headers: headers as Record<string, string>,
      body,
    },
    credentials,
  );
  if (holder.lambda) checkAccess(roles, holder, String(headers['x-amz-target']), body.toString());
  return body;
}

/**
 * Forwards the database's response, or closes the connection if there is none. Writes once, because each write wakes
 * another thread, which takes most of the time here.
 */
function pass(
  { method, url: path, headers }: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
  behind: RequestOptions,
  onWritten: () => void,
): void {
  const passed = send({ ...behind, method, path, headers }, (answer) => {
    wholeBody(answer)
      .then((whole) => {
        // Without the database's own time: clients correct their clock by it, and tests set the clock of Node alone.
        const { date: _, ...answered } = answer.headers;
        response.writeHead(answer.statusCode ?? 500, answered).end(whole);
        if (answer.statusCode === 200) onWritten();
      })
      .catch(() => response.destroy());
  });
  passed.on('error', () => response.destroy());
  passed.end(body);
}
