import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSite, type LocalSite } from '#infra/local/site.ts';
import type { Session } from '#shared/people/auth.ts';
import type { StreamStatus } from '#shared/live/streaming.ts';
import type { BroadcastServer } from './broadcast-server.ts';

/** A complete local site with one streamer, who goes live repeatedly. */
export interface Fanfare {
  goLive(): Promise<BroadcastServer>;
  close(): Promise<void>;
}

/** Starts the site in `folder` and signs up the streamer, only through the public API. */
export async function startFanfare(folder: string): Promise<Fanfare> {
  const dist = join(folder, 'web');
  mkdirSync(dist, { recursive: true });
  writeFileSync(join(dist, 'index.html'), '<!doctype html>');
  const site = await startSite({
    dataDir: join(folder, 'site'),
    dist,
    host: '127.0.0.1',
    port: 0,
    rtmpPort: 0,
    realtimePort: 0,
    s3Port: 0,
  });
  const { token } = await post<Session>(site, '/auth/signup', {
    username: 'bench',
    email: 'bench@fans.example',
    password: 'whirl-and-hum-62',
  });
  return {
    goLive: async () => {
      const setup = { title: 'Bench', game: 'Tower Fans', tags: [] };
      const { rtmp_url, stream_key, playback_url } = await post<StreamStatus>(
        site,
        '/streaming/start',
        setup,
        token,
      );
      if (!rtmp_url || !stream_key || !playback_url) throw new Error('Create Stream answered no credentials');
      const close = async () => void (await post(site, '/streaming/stop', {}, token));
      return { publishUrl: rtmp_url + stream_key, playbackUrl: playback_url, close };
    },
    close: () => site.close(),
  };
}

async function post<T>({ url }: LocalSite, path: string, body: object, token?: string): Promise<T> {
  const response = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`POST ${path} failed: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}
