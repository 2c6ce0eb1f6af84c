import { compileFunction } from 'node:vm';

/** By lower-case name. Of a name that occurs more than once, CloudFront gives the first, and all as `multiValue`. */
export type EdgeValues = Readonly<Record<string, { readonly value: string }>>;

export interface EdgeRequest {
  readonly method: string;
  /** The path as the viewer sent it, with its escapes. */
  readonly uri: string;
  readonly querystring: EdgeValues;
  readonly headers: EdgeValues;
  readonly cookies: EdgeValues;
}

export interface EdgeResponse {
  readonly statusCode: number;
  readonly statusDescription?: string;
  readonly headers: EdgeValues;
  readonly cookies?: EdgeValues;
  readonly body?: { readonly encoding: 'text' | 'base64'; readonly data: string };
}

/** Source: CloudFront Developer Guide, "CloudFront Functions event structure". */
export interface EdgeEvent {
  readonly version: '1.0';
  readonly context: {
    readonly distributionDomainName: string;
    readonly distributionId: string;
    readonly eventType: 'viewer-request' | 'viewer-response';
    readonly requestId: string;
  };
  readonly viewer: { readonly ip: string };
  readonly request: EdgeRequest;
  readonly response?: EdgeResponse;
}

interface EdgeEventParts {
  readonly request: Partial<EdgeRequest>;
  /** @default the function runs before the request */
  readonly response?: Partial<EdgeResponse>;
  /** Of the viewer. */
  readonly ip?: string;
  readonly requestId?: string;
}

/** What CloudFront gives a function; the parts that are left out are those of a plain GET of `/`. */
export function edgeEvent({
  request,
  response,
  ip = '198.51.100.11',
  requestId = 'EXAMPLE',
}: EdgeEventParts): EdgeEvent {
  return {
    version: '1.0',
    context: {
      distributionDomainName: 'd111111abcdef8.cloudfront.net',
      distributionId: 'EDFDVBD6EXAMPLE',
      eventType: response ? 'viewer-response' : 'viewer-request',
      requestId,
    },
    viewer: { ip },
    request: { method: 'GET', uri: '/', querystring: {}, headers: {}, cookies: {}, ...request },
    ...(response && {
      response: { statusCode: 200, statusDescription: 'OK', headers: {}, cookies: {}, ...response },
    }),
  };
}

/** Runs a function: answers the request that goes on, or a response. `cf` takes the place of CloudFront's module of that name. */
export type EdgeRun<A> = (event: EdgeEvent, cf?: object) => A;

const IMPORT = "import cf from 'cloudfront';\n";

/** The code of a CloudFront Function in Node, for the site on one machine. A test compares it with njs, CloudFront's engine. */
export const inNode = <A>(code: string): EdgeRun<A> =>
  compileFunction(`'use strict'; ${code.replace(IMPORT, '')}; return handler(event);`, [
    'event',
    'cf',
  ]) as EdgeRun<A>;
