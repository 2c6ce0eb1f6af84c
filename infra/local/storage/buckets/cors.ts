import { AwsError } from '../../aws/aws-error.ts';
import type { Answer, S3Request } from '../protocol/s3-request.ts';
import type { CorsRule } from './buckets.ts';

/**
 * Returns the headers that let a page of another origin read the response; none without a matching rule or `Origin`.
 */
export function corsHeaders(
  rules: readonly CorsRule[],
  { method, headers }: S3Request,
): Record<string, string> {
  const origin = headers['origin'];
  const rule = origin === undefined ? undefined : findRule(rules, { origin, method, asked: [] });
  return origin !== undefined && rule ? allowance(rule, origin) : {};
}

/** Answers a preflight request. Throws `AccessForbidden`. */
export function preflight(rules: readonly CorsRule[], { headers }: S3Request): Answer {
  const origin = headers['origin'];
  const method = headers['access-control-request-method'];
  if (origin === undefined) throw badRequest('Insufficient information. Origin request header needed.');
  if (method === undefined) throw badRequest('Invalid Access-Control-Request-Method: null');
  if (rules.length === 0) throw forbidden('CORS is not enabled for this bucket.', method);
  const asked = (headers['access-control-request-headers'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  const rule = findRule(rules, { origin, method, asked });
  if (!rule) {
    throw forbidden(
      "This CORS request is not allowed. This is usually because the evalution of Origin, request method / Access-Control-Request-Method or Access-Control-Request-Headers are not whitelisted by the resource's CORS spec.",
      method,
    );
  }
  return {
    status: 200,
    headers: {
      ...allowance(rule, origin),
      ...(asked.length > 0 && { 'access-control-allow-headers': asked.join(', ') }),
    },
  };
}

interface Question {
  readonly origin: string;
  readonly method: string;
  /** Lower-case. */
  readonly asked: readonly string[];
}

const findRule = (rules: readonly CorsRule[], { origin, method, asked }: Question): CorsRule | undefined =>
  rules.find(
    ({ allowedOrigins, allowedMethods, allowedHeaders = [] }) =>
      allowedOrigins.some((pattern) => fits(pattern, origin)) &&
      allowedMethods.some((allowed) => allowed === method) &&
      asked.every((name) => allowedHeaders.some((pattern) => fits(pattern.toLowerCase(), name))),
  );

function fits(pattern: string, text: string): boolean {
  const [before = '', after] = pattern.split('*');
  if (after === undefined) return pattern === text;
  return text.length >= before.length + after.length && text.startsWith(before) && text.endsWith(after);
}

function allowance(rule: CorsRule, origin: string): Record<string, string> {
  const isAny = rule.allowedOrigins.includes('*');
  return {
    'access-control-allow-origin': isAny ? '*' : origin,
    'access-control-allow-methods': rule.allowedMethods.join(', '),
    ...(rule.exposedHeaders && { 'access-control-expose-headers': rule.exposedHeaders.join(', ') }),
    ...(rule.maxAgeSeconds !== undefined && { 'access-control-max-age': String(rule.maxAgeSeconds) }),
    ...(!isAny && { 'access-control-allow-credentials': 'true' }),
    vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
  };
}

const badRequest = (message: string): AwsError => new AwsError('BadRequest', message);

const forbidden = (message: string, method: string): AwsError =>
  new AwsError('AccessForbidden', `CORSResponse: ${message}`, 403, {
    Method: method,
    ResourceType: 'OBJECT',
  });
