import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import type { LambdaName } from '#functions/lambdas.ts';
import type { Endpoints } from '#infra/local/endpoints.ts';
import { startSite } from '#infra/local/site.ts';
import { LOCAL_MEDIA } from '#infra/local/storage/site-buckets.ts';
import { BENCH_SITE } from '../site/bench-site.ts';
import { createLambdaCounter } from './lambda-counter.ts';
import type { Tally } from './tally.ts';

export interface CountedSite {
  readonly url: string;
  readonly endpoints: Endpoints;
  counts(): Tally;
  close(): Promise<void>;
}

interface CountedSiteOptions {
  readonly dataDir: string;
  /** Folder of the built web app. */
  readonly dist: string;
  /** Window length of transcoded broadcasts. @default the site's own */
  readonly windowMs?: number | undefined;
  /** @default a minute */
  readonly tickMs?: number;
}

/** Starts the site in this process and counts everything that AWS bills. */
export async function startCountedSite({ windowMs, ...options }: CountedSiteOptions): Promise<CountedSite> {
  const counter = createLambdaCounter();
  const entry = (lambda: LambdaName) =>
    counter.entryOf(new URL(`../../functions/${lambda}.lambda.ts`, import.meta.url).href, {
      window: `${windowMs ?? ''}`,
    });
  const site = await startSite({ ...options, ...BENCH_SITE, entry });
  const stop = countRequests(site.endpoints, counter.add);
  return {
    url: site.url,
    endpoints: site.endpoints,
    counts: counter.now,
    close: async () => {
      stop();
      counter.close();
      await site.close();
    },
  };
}

/** Counts all requests to the stand-ins, which run in this process. Returns a function that stops counting. */
function countRequests(
  { s3, mediaconvert, realtime }: Pick<Endpoints, 's3' | 'mediaconvert' | 'realtime'>,
  count: (name: string, amount?: number) => void,
): () => void {
  const ports = [s3, mediaconvert, realtime].map((address) => Number(new URL(address).port));
  const [s3Port, jobsPort, realtimePort] = ports;
  const onRequest = (message: unknown): void => {
    const { request } = message as { readonly request: IncomingMessage };
    const { localPort } = request.socket;
    if (localPort === s3Port) count(`S3 ${s3Operation(request)}`);
    // Only lasting objects; uploads expire.
    if (localPort === s3Port && request.method === 'PUT' && request.url?.startsWith(`/${LOCAL_MEDIA}/`))
      count('media bytes', Number(request.headers['content-length'] ?? 0));
    if (localPort === jobsPort) count(request.method === 'POST' ? 'jobs' : 'looks at jobs');
    // A socket starts as an upgrade request, which is not counted here.
    if (localPort === realtimePort && request.method === 'POST') count('publishes');
  };
  subscribe('http.server.request.start', onRequest);
  return () => unsubscribe('http.server.request.start', onRequest);
}

/** Grouped as in S3's price list; `play` is what the CDN reads for viewers. */
function s3Operation({ method, url = '' }: IncomingMessage): 'write' | 'read' | 'play' | 'delete' {
  if (method === 'DELETE' || (method === 'POST' && /[?&]delete\b/.test(url))) return 'delete';
  const isList = /[?&]list-type=/.test(url);
  if (method === 'PUT' || method === 'POST' || isList) return 'write';
  return url.startsWith(`/${LOCAL_MEDIA}/`) ? 'play' : 'read';
}
