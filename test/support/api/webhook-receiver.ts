import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { listen } from '#infra/local/system/listen.ts';

export interface ReceivedMessage {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Respond = (response: ServerResponse) => void;

export interface WebhookReceiver {
  readonly url: string;
  /** In the order of their arrival, with those that were refused. */
  readonly messages: readonly ReceivedMessage[];
  /** How the next messages are answered. @default 204 */
  answer(respond: Respond): void;
  close(): Promise<void>;
}

/** Starts a program of a webhook's owner. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const messages: ReceivedMessage[] = [];
  let respond: Respond = status(204);
  const server = createServer(async (request, response) => {
    const { headers } = request;
    messages.push({ id: String(headers['webhook-id']), headers, body: await text(request) });
    respond(response);
  });
  const { endpoint, close } = await listen(server, { host: '127.0.0.1', port: 0 });
  return {
    url: `${endpoint}/hook`,
    messages,
    answer: (next) => {
      respond = next;
    },
    close: async () => {
      server.closeAllConnections();
      await close();
    },
  };
}

export const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(code, headers).end();

/** Returns the parsed body of a message with a valid signature, as the reference implementation reads it; throws otherwise. */
export const verified = (secret: string, { body, headers }: ReceivedMessage): unknown =>
  new Webhook(secret).verify(body, headers as Record<string, string>);
