import { compileFunction } from 'node:vm';
import { PAGE_HEADER } from '../../functions/pages/page-header.ts';
import { documentName, LANGUAGE_COOKIE, LANGUAGES } from '../../messages/languages.ts';

/** The addresses of the application's screens, as `web/src/app/router.tsx` has them. */
const SCREENS =
  /^\/(?:(?:login|signup|forgot-password|change-password|settings|browse|following|watch-later|history|search|go-live|go-live-advanced(?:\/dock)?|upload|about|api-reference|licences|moderation|captions\/[^/]+|videos\/[^/]+\/captions\/[^/]+|transparency|wall|fans|fans\/compare|fans\/[^/]+\/[^/]+)?|channel\/[^/]+(?:\/chat|\/fans|\/video\/[^/]+)?|category\/[^/]+|embed\/(?:video\/)?[^/]+|news\/end(?:\/[^/]+)?|clip\/[^/]+)\/?$/;

/** Pages that the `pages` Lambda answers: of most the table knows whether they exist. */
const OF_LAMBDA = /^\/(?:(?:channel|category|clip|embed)\/|wall$)/;

/** Marks an address without a screen for the function that runs on the answer; no origin and no cache key gets it. */
const NO_SCREEN = 'x-no-screen';

/** Longer than the address of any channel, video or category, escapes included. */
const MAX_ASKED_LENGTH = 1024;

/** More than browsers send. */
const MAX_ACCEPTED_LENGTH = 300;

/** With any of these from the `pages` Lambda's side a page comes from the bucket instead. */
export const FALLBACK_STATUSES = [429, 500, 502, 503, 504] as const;

/**
 * The CloudFront Function before every request for a page: addresses of the single-page application, which have no
 * file extension, are answered with its document, in the language that the visitor has chosen or that the browser
 * prefers; the address of the document parts the caches by language. Below `/category`, `/channel`, `/clip` and `/embed`
 * there are no files, so names there have dots as well. Files that are missing stay missing. For a page below these a
 * header names it to the origin; the header is part of the cache's key, is always set, and holds no character that a
 * header may not have. It runs at the edge as it stands here (runtime cloudfront-js-2.0).
 */
export const pageRequestCode = (languages: readonly string[]): string => `
const documents = new Map(${JSON.stringify(languages.map((language) => [language, `/${documentName(language)}`]))});

function languageOf(request) {
  const chosen = request.cookies['${LANGUAGE_COOKIE}'];
  if (chosen && documents.has(chosen.value)) return chosen.value;
  const accepted = request.headers['accept-language'];
  const wishes = (accepted ? accepted.value : '').slice(0, ${MAX_ACCEPTED_LENGTH}).toLowerCase().split(',');
  let best = 'en';
  let bestWeight = 0;
  for (const wish of wishes) {
    const language = wish.trim().split(/[-;]/)[0];
    const weight = /;\\s*q=/.test(wish) ? Number(wish.split('q=')[1]) : 1;
    if (documents.has(language) && weight > bestWeight) {
      best = language;
      bestWeight = weight;
    }
  }
  return best;
}

function handler(event) {
  const request = event.request;
  const lastSegment = request.uri.slice(request.uri.lastIndexOf('/') + 1);
  const isOfLambda = ${OF_LAMBDA}.test(request.uri);
  const isPage = isOfLambda || !lastSegment.includes('.');
  if (isPage && !${SCREENS}.test(request.uri)) request.headers['${NO_SCREEN}'] = { value: '1' };
  if (isOfLambda) {
    const asked = request.uri.slice(0, ${MAX_ASKED_LENGTH}).replace(/[^!-~]/g, '?');
    request.headers['${PAGE_HEADER}'] = { value: asked };
  }
  if (isPage) request.uri = documents.get(languageOf(request));
  return request;
}
`;

export const PAGE_REQUEST_CODE = pageRequestCode(LANGUAGES.map(({ tag }) => tag));

/** The one after it: an address that no screen has is answered 404, with the document, which says so to people. */
export const PAGE_RESPONSE_CODE = `
function handler(event) {
  const response = event.response;
  if (event.request.headers['${NO_SCREEN}'] && response.statusCode === 200) {
    response.statusCode = 404;
    response.statusDescription = 'Not Found';
  }
  return response;
}
`;

interface Headers {
  readonly [name: string]: { readonly value: string };
}

interface EdgeEvent {
  readonly request: { readonly uri: string; readonly headers: Headers; readonly cookies: Headers };
  readonly response?: { readonly statusCode: number };
}

const compiled = <A>(code: string) =>
  compileFunction(`${code}; return handler(event);`, ['event']) as (event: EdgeEvent) => A;
const onRequest = compiled<EdgeEvent['request']>(PAGE_REQUEST_CODE);
const onResponse = compiled<{ readonly statusCode: 200 | 404 }>(PAGE_RESPONSE_CODE);

export interface PageRequest {
  /** With which the bucket's document is answered. */
  readonly status: 200 | 404;
  /** The path of the document. */
  readonly document: string;
  /** What the `pages` Lambda is asked first; `undefined` where the bucket alone is. */
  readonly asked: string | undefined;
}

/** What of a request decides the language of its page. */
export interface Wishes {
  readonly acceptLanguage?: string | undefined;
  readonly languageCookie?: string | undefined;
}

/** The same functions on this machine; `null` for the address of a file. */
export function pageRequest(
  path: string,
  { acceptLanguage, languageCookie }: Wishes = {},
): PageRequest | null {
  const request = onRequest({
    request: {
      uri: path,
      headers: acceptLanguage === undefined ? {} : { 'accept-language': { value: acceptLanguage } },
      cookies: languageCookie === undefined ? {} : { [LANGUAGE_COOKIE]: { value: languageCookie } },
    },
  });
  if (!LANGUAGES.some(({ tag }) => request.uri === `/${documentName(tag)}`)) return null;
  const { statusCode: status } = onResponse({ request, response: { statusCode: 200 } });
  return { status, document: request.uri, asked: request.headers[PAGE_HEADER]?.value };
}
