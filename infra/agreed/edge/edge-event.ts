import { compileFunction } from 'node:vm';

/** By lower-case name. For repeated names, CloudFront gives the first value, and all of them as `multiValue`. */
export type EdgeValues = Readonly<Record<string, { readonly value: string }>>;

export interface EdgeRequest {
  readonly method: string;
  /** The path as sent by the viewer, including escapes. */
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
  /** @default a viewer request */
  readonly response?: Partial<EdgeResponse>;
  /** The viewer's address. */
  readonly ip?: string;
  readonly requestId?: string;
}

/** Builds CloudFront's event; defaults are those of a plain GET of `/`. */
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

/** Runs a function. Returns the forwarded request, or a response. `cf` replaces the module `cloudfront`. */
export type EdgeRun<A> = (event: EdgeEvent, cf?: object) => A;

const IMPORT = "import cf from 'cloudfront';\n";

/** Loads a CloudFront Function's code in Node, for the local site. A test compares it with njs, CloudFront's engine. */
export const inNode = <A>(code: string): EdgeRun<A> =>
  compileFunction(`'use strict'; ${code.replace(IMPORT, '')}; return handler(event);`, [
    'event',
    'cf',
  ]) as EdgeRun<A>;
