import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface DemoSettings {
  /** Without a slash at its end. */
  readonly siteUrl: string;
  /** The password of all accounts. */
  readonly password: string;
  /** Height of all films in pixels. @default each film's own */
  readonly filmHeightPx?: number;
}

/** It is public, so it is only used for sites on the local machine. */
const LOCAL_PASSWORD = 'turning-and-turning-3';

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the site to fill: the first argument, or `FANFARE_URL`, or the one in `DATA_DIR/endpoints.json`. Throws an
 * error with a message for people.
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
