import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Pool } from './pool.ts';

/** The pool's public documents, which Cognito serves at the issuer's address. */
export function jwksPath(pool: Pool): string {
  return `/${pool.id}/.well-known/jwks.json`;
}

/** Answers the key set (RFC 7517) and the discovery document (OpenID Connect Discovery 1.0); false for other paths. */
export function serveDocuments(pool: Pool, request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const document = find(pool, request);
  if (!document) return false;
  response.writeHead(200, {
    'content-type': 'application/json',
    'cache-control': 'public, max-age=86400',
    'access-control-allow-origin': '*',
  });
  response.end(request.method === 'HEAD' ? undefined : JSON.stringify(document));
  return true;
}

function find(pool: Pool, request: IncomingMessage): object | undefined {
  const path = request.url?.split('?')[0];
  if (path === jwksPath(pool)) return { keys: [pool.key.publicJwk] };
  if (path !== `/${pool.id}/.well-known/openid-configuration`) return undefined;
  return {
    issuer: pool.issuer,
    jwks_uri: `http://${request.headers.host}${jwksPath(pool)}`,
    id_token_signing_alg_values_supported: [pool.key.publicJwk.alg],
    response_types_supported: ['code', 'token'],
    scopes_supported: ['openid', 'email', 'phone', 'profile'],
    subject_types_supported: ['public'],
  };
}
