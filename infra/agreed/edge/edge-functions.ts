import { API_REQUEST_CODE } from './api-request.ts';
import { MEDIA_REQUEST_CODE } from './media-request.ts';
import { PAGE_REQUEST_CODE, PAGE_RESPONSE_CODE } from './page-request.ts';

/** The deployed code of every CloudFront Function, by construct name. */
export const EDGE_FUNCTIONS = {
  PageRequest: PAGE_REQUEST_CODE,
  PageResponse: PAGE_RESPONSE_CODE,
  ApiRequest: API_REQUEST_CODE,
  MediaRequest: MEDIA_REQUEST_CODE,
} as const;

export type EdgeFunctionName = keyof typeof EDGE_FUNCTIONS;
