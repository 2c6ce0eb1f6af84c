/**
 * The CloudFront Function before every request for a page: addresses of the single-page application, which have no
 * file extension, are answered with its one document; categories have any name, also one with a dot. Files that are
 * missing stay missing.
 * It runs at the edge as it stands here (runtime cloudfront-js-2.0).
 */
export const PAGE_REQUEST_CODE = `
function handler(event) {
  const request = event.request;
  const lastSegment = request.uri.slice(request.uri.lastIndexOf('/') + 1);
  const isPage = request.uri.startsWith('/category/') || !lastSegment.includes('.');
  if (isPage) request.uri = '/index.html';
  return request;
}
`;
