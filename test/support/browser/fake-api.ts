/** A fake API for tests of screens: responses by route, typed by the contract. Nothing is sent over the network. */
import type { AnswerOf, RouteContract } from '#shared/base/route.ts';
import { contract, type Contract, type RouteName } from '#shared/contract.ts';

/** A request of the screen. */
export interface ApiRequest {
  readonly route: RouteName;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly authorization: string | null;
}

/** An error response. */
export class Refusal {
  readonly status: number;
  readonly body: string;

  constructor(status: number, body: string) {
    this.status = status;
    this.body = body;
  }
}

/** Returns the API's error. Screens that display the detail ignore the code. */
export const refusal = (status: number, detail: string, code = 'conflict', field?: string): Refusal =>
  new Refusal(status, JSON.stringify({ code, detail, field, request_id: 'request-1' }));

/** Returns a proxy's error when the API is down, without our error format. */
export const outage = (): Refusal => new Refusal(503, 'Service Unavailable');

type Reply<N extends RouteName> = AnswerOf<Contract[N]> | Refusal;

/** A response per route, or a function of the call; `undefined` for a route that returns 204. */
export type Answers = {
  readonly [N in RouteName]?: Reply<N> | undefined | ((request: ApiRequest) => Reply<N> | Promise<Reply<N>>);
};

/** Returns a response that is delayed until `release` is called. */
export function held<T>(answer: T): { readonly answer: () => Promise<T>; readonly release: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { answer: () => promise.then(() => answer), release: resolve };
}

const ROUTES = (Object.keys(contract) as RouteName[]).map((route) => {
  const [method, template = ''] = route.split(' ');
  const pattern = new RegExp(`^/api${template.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
  return { route, method, pattern };
});

const responseOf = ({ status, body }: Refusal): Response => new Response(body, { status });

/** Routes without a response are down. */
export class FakeApi {
  /** The requests in order. */
  readonly requests: ApiRequest[] = [];
  /** What the API would refuse in the requests, unless the test has it refused. */
  readonly faults: string[] = [];
  #answers: Answers = {};

  /** Sets the responses of these routes. */
  answer(answers: Answers): void {
    this.#answers = { ...this.#answers, ...answers };
  }

  /** Makes every route return this error. */
  refuseAll(refusal: Refusal): void {
    this.#answers = Object.fromEntries(ROUTES.map(({ route }) => [route, refusal]));
  }

  /** Returns the requests to a route so far. */
  sentTo(route: RouteName): readonly ApiRequest[] {
    return this.requests.filter((request) => request.route === route);
  }

  /** Replaces the browser's `fetch`. */
  readonly fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(input), 'http://fanfare.test');
    const method = init.method ?? 'GET';
    const found = ROUTES.find((one) => one.method === method && one.pattern.test(url.pathname));
    if (!found) return responseOf(outage());
    const params = Object.entries(found.pattern.exec(url.pathname)?.groups ?? {});
    const request: ApiRequest = {
      route: found.route,
      path: url.pathname + url.search,
      params: Object.fromEntries(params.map(([name, value]) => [name, decodeURIComponent(value)])),
      query: Object.fromEntries(url.searchParams),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      authorization: new Headers(init.headers).get('Authorization'),
    };
    this.requests.push(request);
    return this.#reply(request);
  };

  async #reply(request: ApiRequest): Promise<Response> {
    const given = this.#answers[request.route] as unknown;
    const isAnswered = request.route in this.#answers;
    const reply = isAnswered ? (typeof given === 'function' ? await given(request) : given) : outage();
    if (reply instanceof Refusal) return responseOf(reply);
    const { status = 200, query, body, bodyIsOptional } = contract[request.route] as RouteContract;
    const checked = [
      query?.safeParse(request.query),
      body?.safeParse(request.body ?? (bodyIsOptional ? {} : undefined)),
    ];
    // Ids of the tests are words.
    const issues = checked
      .flatMap((result) => result?.error?.issues ?? [])
      .filter(({ code }) => code !== 'invalid_format');
    this.faults.push(...issues.map((issue) => `${request.route}: ${JSON.stringify(issue)}`));
    if (status === 204) return new Response(null, { status });
    const headers = Array.isArray(reply) ? { 'X-Total-Count': String(reply.length) } : {};
    return new Response(JSON.stringify(reply), { status, headers });
  }
}
