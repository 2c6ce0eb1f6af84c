import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface AddressAnswer {
  readonly status: number;
  readonly body: object;
}

export interface AddressRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An HTTP server that records requests, for those that no SDK client sends. */
export class AnsweringAddress implements AsyncDisposable {
  readonly requests: AddressRequest[] = [];
  readonly #server: Server;

  private constructor(answer: (request: AddressRequest, call: number) => AddressAnswer) {
    this.#server = createServer(async (incoming, response) => {
      const { method = '', url: path = '' } = incoming;
      const headers = incoming.headers as Record<string, string>;
      const request = { method, path, headers, body: await text(incoming) };
      const { status, body } = answer(request, this.requests.push(request));
      response.writeHead(status).end(JSON.stringify(body));
    });
  }

  /** Opens it on a free port; `call` counts from 1. */
  static async open(
    answer: (request: AddressRequest, call: number) => AddressAnswer,
  ): Promise<AnsweringAddress> {
    const address = new AnsweringAddress(answer);
    await new Promise<void>((resolve) => address.#server.listen(0, '127.0.0.1', resolve));
    return address;
  }

  get calls(): number {
    return this.requests.length;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
