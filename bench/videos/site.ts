import { join } from 'node:path';
import { localCredentials, type Credentials } from '#infra/local/aws/credentials.ts';
import type { Session } from '#shared/people/auth.ts';
import { startSiteProgram } from '../site/running-site.ts';

/** A site, as somebody who uploads to it uses it. */
export interface CalledSite {
  /** Calls the API as the uploader. Throws what it refuses. */
  call<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T>;
  /** Reads something that anybody may. */
  fetchText(path: string): Promise<string>;
}

/** The whole site in a process of its own, and somebody who uploads to it. */
export interface VideoSite extends CalledSite {
  readonly userId: string;
  readonly s3: { readonly endpoint: string; readonly credentials: Credentials };
  /** Ends it; answers by how much its memory had grown at the most. */
  end(): Promise<{ readonly grownBytes: number }>;
}

/** Starts the site in `folder` and signs the uploader up. */
export async function startVideoSite(folder: string): Promise<VideoSite> {
  const { url, s3, memoryBytes, end } = await startSiteProgram(folder);
  return {
    ...(await callSite(url)),
    s3: { endpoint: s3, credentials: localCredentials(join(folder, 'data')) },
    end: async () => {
      const { peakMemoryBytes } = await end();
      return { grownBytes: peakMemoryBytes - memoryBytes };
    },
  };
}

/** Signs the uploader up. */
export async function callSite(url: string): Promise<CalledSite & Pick<VideoSite, 'userId'>> {
  let token: string | undefined;
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return JSON.parse(text || 'null') as T;
  };
  const account = { username: 'bench', email: 'bench@fans.example', password: 'whirl-and-hum-62' };
  const session = await call<Session>('POST', '/auth/signup', account);
  token = session.token;
  return {
    userId: session.user.id,
    call,
    fetchText: async (path) => {
      const response = await fetch(new URL(path, url));
      if (!response.ok) throw new Error(`GET ${path} answered ${response.status}`);
      return response.text();
    },
  };
}
