/** The part of CloudFront's module `cloudfront` that the function uses. */
export interface DeniedKeys {
  /** Whether the store has this key. */
  readonly exists: (key: string) => boolean | Promise<boolean>;
}

/**
 * The CloudFront Function before every request for media: answers those for media of suspended channels and removed items as
 * for files that are not there. A path names the channel and the item: `/media/videos/<channel>/<item>/…`, `/media/pictures/<channel>/<item>.<extension>`, and
 * `/ivs/v1/<account>/<channel>/<year>/<month>/<day>/<hour>/<minute>/<item>/…` (`functions/denied-media`). S3 decodes a path
 * once, and so does this. One read after the other, as CloudFront's documentation advises.
 * It runs at the edge as it stands here (runtime cloudfront-js-2.0, `lint/edge-runtime.ts`).
 */
export const MEDIA_REQUEST_CODE = `import cf from 'cloudfront';

const store = cf.kvs();

async function handler(event) {
  const request = event.request;
  const missing = {
    statusCode: 404,
    statusDescription: 'Not Found',
    headers: { 'cache-control': { value: 'no-store' } },
  };
  let parts;
  try {
    parts = decodeURIComponent(request.uri).split('/');
  } catch (error) {
    return missing;
  }
  const keys = parts[1] === 'ivs' ? [parts[4], parts[10]] : [parts[3], parts[4]];
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] && keys[i].split('.')[0];
    if (key && key.length < 100 && (await store.exists(key))) return missing;
  }
  return request;
}
`;
