/**
 * What Hono uses of Fetch's classes, for messages in one piece. Node's own load undici, a quarter of a cold start;
 * `infra/cloud/functions/bundle.ts` gives Hono these.
 */

type HeadersInit = Iterable<readonly [name: string, value: string]> | Readonly<Record<string, string>>;
type Body = string | Uint8Array<ArrayBuffer> | null;

export class Headers implements Iterable<[name: string, value: string]> {
  readonly #values = new Map<string, readonly string[]>();

  constructor(init: HeadersInit = []) {
    for (const [name, value] of Symbol.iterator in init ? init : Object.entries(init))
      this.append(name, value);
  }

  get(name: string): string | null {
    return this.#values.get(name.toLowerCase())?.join(', ') ?? null;
  }

  has(name: string): boolean {
    return this.#values.has(name.toLowerCase());
  }

  getSetCookie(): string[] {
    return [...(this.#values.get('set-cookie') ?? [])];
  }

  set(name: string, value: string): void {
    this.#values.set(name.toLowerCase(), [lineOf(value)]);
  }

  append(name: string, value: string): void {
    const key = name.toLowerCase();
    this.#values.set(key, [...(this.#values.get(key) ?? []), lineOf(value)]);
  }

  delete(name: string): void {
    this.#values.delete(name.toLowerCase());
  }

  forEach(receive: (value: string, name: string) => void): void {
    for (const [name, value] of this) receive(value, name);
  }

  entries(): Iterator<[name: string, value: string]> {
    return this[Symbol.iterator]();
  }

  *[Symbol.iterator](): Generator<[name: string, value: string]> {
    for (const [name, values] of this.#values)
      for (const value of name === 'set-cookie' ? values : [values.join(', ')]) yield [name, value];
  }
}

/** Throws `TypeError` for a value that would end its line (RFC 9110 §5.5). */
function lineOf(value: string): string {
  if (/[\0\r\n]/.test(value)) throw new TypeError('A header has a control character');
  return value.trim();
}

class Message {
  readonly headers: Headers;
  readonly body: Body;

  constructor(body: Body, headers?: HeadersInit) {
    this.headers = new Headers(headers);
    this.body = body;
  }

  async text(): Promise<string> {
    return typeof this.body === 'string' ? this.body : new TextDecoder().decode(this.body ?? undefined);
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return new Uint8Array(Buffer.from(this.body ?? '')).buffer;
  }

  /** By Node's own class: few requests have a form. */
  formData(): Promise<FormData> {
    return new globalThis.Response(this.body, { headers: [...this.headers] }).formData();
  }
}

export class Request extends Message {
  readonly url: string;
  readonly method: string;

  /** Throws `TypeError` for an invalid URL. */
  constructor(url: string, { method = 'GET', headers, body = null }: RequestInit = {}) {
    super(body, headers);
    this.url = new URL(url).href;
    this.method = method;
  }
}

interface RequestInit {
  readonly method?: string;
  readonly headers?: HeadersInit;
  readonly body?: Body;
}

export class Response extends Message {
  readonly status: number;

  constructor(body: Body = null, { status = 200, headers }: ResponseInit = {}) {
    super(body, headers);
    this.status = status;
  }
}

interface ResponseInit {
  readonly status?: number;
  readonly headers?: HeadersInit | undefined;
}
