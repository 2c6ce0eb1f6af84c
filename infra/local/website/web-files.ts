import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type Context } from 'hono';
import { LOCAL_REGION, type Credentials } from '../aws/credentials.ts';

/** Throws where the web was never built. */
function checkBuilt(dist: string): void {
  if (!existsSync(join(dist, 'index.html')))
    throw new Error('The web is not built. Run `npm run build` first.');
}

const IMMUTABLE = 'public, max-age=31536000, immutable';

/** The files of the built web; those below `assets` get a new name when they change. The build compresses them, once. */
export function webFiles(dist: string): Hono {
  const app = new Hono();
  const kept = (cacheControl: string) => ({
    root: dist,
    precompressed: true,
    onFound: (_: string, c: Context) => c.header('cache-control', cacheControl),
  });
  app.get('/assets/*', serveStatic(kept(IMMUTABLE)));
  app.get('*', serveStatic(kept('no-cache')));
  app.notFound((c) => {
    checkBuilt(dist);
    return c.text('Not Found', 404);
  });
  return app;
}

export interface LocalWebFilesOptions {
  /** The built web. */
  readonly dist: string;
  /** Of S3's stand-in. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly credentials: Credentials;
}

/**
 * The deployment of the web on this machine: each call puts a document into its bucket, if a build has changed it since.
 * The website hands out all other files by itself.
 */
export function localWebFiles({
  dist,
  bucket,
  ...service
}: LocalWebFilesOptions): (name: string) => Promise<void> {
  const s3 = new S3Client({ ...service, region: LOCAL_REGION, forcePathStyle: true });
  const deployed = new Map<string, string>();
  return async (name) => {
    checkBuilt(dist);
    const document = readFileSync(join(dist, name), 'utf8');
    if (deployed.get(name) === document) return;
    await s3.send(
      new PutObjectCommand({ Bucket: bucket, Key: name, Body: document, ContentType: 'text/html' }),
    );
    deployed.set(name, document);
  };
}
