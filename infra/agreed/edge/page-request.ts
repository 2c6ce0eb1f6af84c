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
  `^\\/(?:(?:channel|category|clip|embed|fans)\\/|(?:${anyOf(SCREENS_WITH_HEAD)})$)`,
);

/** Marks an address without a screen for the function that runs on the answer; no origin and no cache key gets it. */
const NO_SCREEN = 'x-no-screen';

/** Longer than the address of any channel, video or category, escapes included. */
const MAX_ASKED_LENGTH = 1024;

/** More than browsers send. */
const MAX_ACCEPTED_LENGTH = 300;

/** With any of these from the `pages` Lambda's side a page comes from the bucket instead. */
export const FALLBACK_STATUSES = [429, 500, 502, 503, 504] as const;

const DOCUMENTS = Object.fromEntries(LANGUAGES.map(({ tag }) => [tag, `/${documentName(tag)}`]));

/** Whether an address is one of a page, and none of a screen. Both functions have it. */
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
 * The CloudFront Function before every request for a page: addresses of the single-page application, which have no
 * file extension, are answered with its document, in the language that the visitor has chosen or that the browser
 * prefers; the address of the document parts the caches by language. Below `/category`, `/channel`, `/clip`, `/embed` and
 * `/fans` there are no files, so names there have dots as well. Files that are missing stay missing. For a page below these a
 * header names it to the origin; the header is part of the cache's key, is always set, and holds no character that a
 * header may not have. It runs at the edge as it stands here (runtime cloudfront-js-2.0, `lint/edge-runtime.ts`).
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
 * The one after it: an address that no screen has is answered 404, with the document, which says so to people. CloudFront's
 * documentation does not say whether it sees the request as the viewer sent it, or as the function before it left it. So it
 * looks at the address, which has no screen in the one case, and at the header, which is there in the other.
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
