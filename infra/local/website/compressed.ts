import { gzipSync } from 'node:zlib';

/**
 * A playlist as CloudFront sends it, which compresses all of the API: here it is what viewers load each second. In one
 * piece: streams, as hono's `compress` makes them, take longer than making the playlist.
 */
export async function compressed(response: Response, accepted = ''): Promise<Response> {
  const isPlaylist = /mpegurl/.test(response.headers.get('content-type') ?? '');
  if (!isPlaylist || !/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(accepted)) return response;
  const headers = new Headers(response.headers);
  headers.set('content-encoding', 'gzip');
  headers.append('vary', 'Accept-Encoding');
  return new Response(gzipSync(await response.arrayBuffer()), { status: response.status, headers });
}
