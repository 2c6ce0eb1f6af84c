import type { Visitor } from '../visit/visitor.ts';

/** A browser's preflight request for uploading a part to storage, and the response. */
export interface Preflight {
  readonly status: number;
  readonly allowOrigin: string | null;
  readonly allowMethods: string | null;
  readonly allowHeaders: string | null;
  /** Status of the following PUT, whose response contains `ETag` for the page. */
  readonly putStatus: number;
  readonly exposed: string | null;
}

const PART = new Uint8Array(1024);

/** Starts an upload, sends the preflight and the PUT as a page of the site does, and aborts the upload. */
export async function preflightOf({ api, siteUrl }: Visitor): Promise<Preflight> {
  const body = { filename: 'first-hour.mp4', size: PART.length, content_type: 'video/mp4' };
  const { upload_id, parts } = await api.call('POST /videos/upload', { body });
  try {
    const url = parts[0]?.url ?? '';
    const asked = {
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'content-type',
    };
    const preflight = await fetch(url, { method: 'OPTIONS', headers: { origin: siteUrl, ...asked } });
    const put = await fetch(url, { method: 'PUT', headers: { origin: siteUrl }, body: PART });
    return {
      status: preflight.status,
      allowOrigin: preflight.headers.get('access-control-allow-origin'),
      allowMethods: preflight.headers.get('access-control-allow-methods'),
      allowHeaders: preflight.headers.get('access-control-allow-headers'),
      putStatus: put.status,
      exposed: put.headers.get('access-control-expose-headers'),
    };
  } finally {
    await api.call('DELETE /videos/upload/{upload_id}', { params: { upload_id } });
  }
}
