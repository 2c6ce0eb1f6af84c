/** The path of the requested page, from the CDN, which requests all pages as one document. */
export const PAGE_HEADER = 'x-page';
