import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type Context } from 'hono';
import { LOCAL_REGION, type Credentials } from '../aws/credentials.ts';

/** Throws if the web app has not been built. */
function checkBuilt(dist: string): void {
  if (!existsSync(join(dist, 'index.html')))
    throw new Error('The web app is not built. Run `npm run build` first.');
}

const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Serves the built web app. Files below `assets` get a new name when they change. The build compresses them. */
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
  /** The build folder. */
  readonly dist: string;
  /** Endpoint of S3's stand-in. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly credentials: Credentials;
}

/**
 * Deploys the web app on this machine: each call uploads a document to its bucket if a build has changed it. The
 * website serves all other files directly.
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
