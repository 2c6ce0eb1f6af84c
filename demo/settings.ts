import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface DemoSettings {
  /** Without a slash at its end. */
  readonly siteUrl: string;
  /** Everybody's. */
  readonly password: string;
  /** How high all films are, in pixels. @default each as high as suits it */
  readonly filmHeightPx?: number;
}

/** Everybody can read it here, so it is for sites on one's own machine alone. */
const LOCAL_PASSWORD = 'turning-and-turning-3';

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Which site to fill: the first argument, else `FANFARE_URL`, else the one whose addresses are in
 * `DATA_DIR/endpoints.json`. Throws words for a person.
 */
export function readDemoSettings(args: readonly string[], env: Environment): DemoSettings {
  const given = args[0] || env['FANFARE_URL'];
  const siteUrl = given ? siteAt(given) : localSite(env);
  const film = env['DEMO_FILM_HEIGHT'] ? { filmHeightPx: Number(env['DEMO_FILM_HEIGHT']) } : {};
  const password = env['DEMO_PASSWORD'];
  if (password) return { siteUrl, password, ...film };
  if (given && !LOCAL_HOSTS.has(new URL(siteUrl).hostname)) {
    throw new Error(`Others can reach ${siteUrl}: set DEMO_PASSWORD to a password for the demo's accounts.`);
  }
  return { siteUrl, password: LOCAL_PASSWORD, ...film };
}

function siteAt(address: string): string {
  const url = URL.parse(address);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new Error(`'${address}' is not the address of a site; give one such as http://localhost:3000`);
  }
  return url.origin;
}

function localSite(env: Environment): string {
  const path = join(resolve(env['DATA_DIR'] || '.fanfare'), 'endpoints.json');
  if (!existsSync(path)) {
    throw new Error(
      "No Fanfare has run here yet. Start it with 'npm start' in another terminal, then try again.",
    );
  }
  const { site } = JSON.parse(readFileSync(path, 'utf8')) as { readonly site: string };
  return site;
}
