/** In this header the CDN says which page it asks for: at its origin all of them have the address of one document. */
export const PAGE_HEADER = 'x-page';
