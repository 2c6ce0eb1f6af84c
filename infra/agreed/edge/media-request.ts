/** The part of CloudFront's module `cloudfront` that the function uses. */
export interface DeniedKeys {
  /** Returns whether the store contains this key. */
  readonly exists: (key: string) => boolean | Promise<boolean>;
}

/**
 * The CloudFront Function for viewer requests to media: returns 404 for media of suspended channels and removed items.
 * A path contains the channel and the item: `/media/videos/<channel>/<item>/…`,
 * `/media/pictures/<channel>/<item>.<extension>`, and
 * `/ivs/v1/<account>/<channel>/<year>/<month>/<day>/<hour>/<minute>/<item>/…` (`functions/denied-media`). Decodes a
 * path once, as S3 does. Reads are sequential, as CloudFront's documentation recommends. Runs at the edge unchanged
 * (runtime cloudfront-js-2.0, `lint/edge-runtime.ts`).
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
