import { ONE_SPELLING_CODE } from './one-spelling.ts';
import { PAGE_HEADER } from '#functions/pages/page-header.ts';
import { SCREENS, SCREENS_WITH_HEAD } from '#shared/plain/screens.ts';
import { documentName, LANGUAGE_COOKIE, LANGUAGES } from '#messages/languages.ts';

/** An expression for one of these paths; a parameter stands for any segment. */
const anyOf = (paths: readonly string[]): string =>
  paths.map((path) => path.slice(1).replaceAll('/', '\\/').replaceAll(/:\w+/g, '[^/]+')).join('|');

const SCREEN = new RegExp(`^\\/(?:${anyOf(Object.values(SCREENS))})\\/?$`);

/** Pages that the `pages` Lambda answers: it knows their content, or what to say of them. */
const OF_LAMBDA = new RegExp(
  `^\\/(?:(?:channel|category|clip|embed|fans|playlist)\\/|(?:${anyOf(SCREENS_WITH_HEAD)})$)`,
);

/**
 * Marks an address without a screen for the viewer response function. It is not forwarded to an origin and not part of
 * a cache key.
 */
const NO_SCREEN = 'x-no-screen';

/** Longer than the escaped address of any channel, video or category. */
const MAX_ASKED_LENGTH = 1024;

/** Longer than what browsers send. */
const MAX_ACCEPTED_LENGTH = 300;

/** If the `pages` Lambda's origin returns one of these, the page comes from the bucket instead. */
export const FALLBACK_STATUSES = [429, 500, 502, 503, 504] as const;

const DOCUMENTS = Object.fromEntries(LANGUAGES.map(({ tag }) => [tag, `/${documentName(tag)}`]));

/** Code of both functions: whether a page's address has no screen. */
const NO_SCREEN_CODE = `
const OF_LAMBDA = ${OF_LAMBDA};
const SCREEN = ${SCREEN};

function isPage(uri) {
  return OF_LAMBDA.test(uri) || !uri.slice(uri.lastIndexOf('/') + 1).includes('.');
}

function isNoScreen(uri) {
  return isPage(uri) && !SCREEN.test(uri);
}
`;

/**
 * The CloudFront Function for viewer requests to pages: maps the single-page application's addresses, which have no
 * file extension, to its document in the visitor's chosen language or else the browser's preferred one; the document's
 * address separates the caches by language. There are no files below `/category`, `/channel`, `/clip`, `/embed`, `/playlist` and
 * `/fans`, so names there may contain dots. Missing files stay 404. For the pages below these a header names the page
 * to the origin. The header is part of the cache key, is always set, and contains only valid header characters. Runs at
 * the edge unchanged (runtime cloudfront-js-2.0, `lint/edge-runtime.ts`).
 */
export const PAGE_REQUEST_CODE = `${NO_SCREEN_CODE}${ONE_SPELLING_CODE}
const DOCUMENTS = ${JSON.stringify(DOCUMENTS)};

function hasDocument(language) {
  return DOCUMENTS.hasOwnProperty(language);
}

function languageOf(request) {
  const chosen = request.cookies['${LANGUAGE_COOKIE}'];
  if (chosen && hasDocument(chosen.value)) return chosen.value;
  const accepted = request.headers['accept-language'];
  const wishes = (accepted ? accepted.value : '').slice(0, ${MAX_ACCEPTED_LENGTH}).toLowerCase().split(',');
  let best = 'en';
  let bestWeight = 0;
  for (let i = 0; i < wishes.length; i++) {
    const language = wishes[i].trim().split(/[-;]/)[0];
    const weight = /;\\s*q=/.test(wishes[i]) ? Number(wishes[i].split('q=')[1]) : 1;
    if (weight > bestWeight && hasDocument(language)) {
      best = language;
      bestWeight = weight;
    }
  }
  return best;
}

function handler(event) {
  const request = event.request;
  if (!isPage(request.uri)) return request;
  if (isNoScreen(request.uri)) request.headers['${NO_SCREEN}'] = { value: '1' };
  if (OF_LAMBDA.test(request.uri)) {
    const asked = oneSpelling(request.uri).slice(0, ${MAX_ASKED_LENGTH}).replace(/[^!-~]/g, '?');
    request.headers['${PAGE_HEADER}'] = { value: asked };
  }
  request.uri = DOCUMENTS[languageOf(request)];
  return request;
}
`;

/**
 * The viewer response function: an address without a screen gets 404 with the document, which explains it to visitors.
 * CloudFront's documentation does not say whether the function gets the request from before or after the viewer request
 * function. So it checks both the address, which has no screen in the first case, and the header, which is set in the
 * second.
 */
export const PAGE_RESPONSE_CODE = `${NO_SCREEN_CODE}
function handler(event) {
  const request = event.request;
  const response = event.response;
  if (response.statusCode === 200 && (request.headers['${NO_SCREEN}'] || isNoScreen(request.uri))) {
    response.statusCode = 404;
    response.statusDescription = 'Not Found';
  }
  return response;
}
`;
