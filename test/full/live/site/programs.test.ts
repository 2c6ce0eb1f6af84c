import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import packageJson from '#package.json' with { type: 'json' };
import type { Channel } from '#shared/channels/channels.ts';
import type { NewAccessToken } from '#shared/people/access-tokens.ts';
import type { Session } from '#shared/people/auth.ts';
import { DAY_MS } from '#shared/plain/time.ts';
import type { Video } from '#shared/videos/videos.ts';
import type { BrowserStream } from '#shared/live/browser-stream.ts';
import { assemblyOf, fakeAccount } from '#test/support/site/stack/fake-account.ts';
import { fakePrograms } from '#test/support/site/stack/fake-programs.ts';
import { newFolder } from '#test/support/runner/temporary-folder.ts';
import { parsePlaylist } from '#test/support/media/playlist-validator.ts';
import { LOCAL_RECORDINGS } from '#infra/local/storage/site-buckets.ts';
import { listen } from '#infra/local/system/listen.ts';
import { type RunningSite, runSite, siteFolder } from '#test/support/site/running-site.ts';
import { asDeployed } from '#test/support/runner/site-template.ts';

const run = promisify(execFile);

const ROOT = join(import.meta.dirname, '../../../..');
const DOCUMENT = readFileSync(join(ROOT, 'docs/live-by-api.md'), 'utf8');
const SCRIPT = /```sh\n(.*?)```/s.exec(DOCUMENT)?.[1] ?? '';
const LENGTH_S = 9;
/** Frame rate of the script's video. */
const FRAMES_PER_S = 30;
const PERSON = { username: 'robot', password: 'long enough for a robot' };

const BUNDLE = join(ROOT, 'infra/cloud/functions/bundle.ts');

const folder = siteFolder();
let site: RunningSite;
let token: string;
beforeAll(async () => {
  site = await runSite(folder.path, {}, asDeployed());
  const session = (await post('/api/auth/signup', { ...PERSON, email: 'robot@fans.example' })) as Session;
  const { password } = PERSON;
  const expires_at = new Date(Date.now() + DAY_MS).toISOString();
  const body = { name: 'robot', scopes: ['stream:manage'], expires_at, password };
  ({ token } = (await post('/api/auth/access-tokens', body, session.token)) as NewAccessToken);
});
afterAll(async () => {
  await site?.end('SIGTERM');
  folder.remove();
});

async function post(path: string, body: object, sessionToken = ''): Promise<unknown> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${sessionToken}` };
  const answer = await fetch(site.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return answer.json();
}
const read = async (path: string): Promise<string> => (await fetch(new URL(path, site.url))).text();
const channel = async () => JSON.parse(await read(`/api/streamers/${PERSON.username}`)) as Channel;

/** Returns the streams at an address according to ffprobe. */
async function probe(path: string): Promise<string[]> {
  const fields = ['-show_entries', 'stream=codec_name', '-of', 'csv=p=0'];
  const { stdout } = await run('ffprobe', ['-v', 'error', ...fields, new URL(path, site.url).href]);
  return [...new Set(stdout.split('\n').filter((line) => line !== ''))].toSorted();
}

/** Expects the video in the receipt: complete, and decodable at the declared codecs. */
async function expectReplay({ video_id }: BrowserStream): Promise<void> {
  const video = JSON.parse(await read(`/api/videos/${video_id}`)) as Video;
  expect(video).toMatchObject({ kind: 'replay', status: 'ready', duration_s: LENGTH_S });
  const url = new URL(video.playback_url ?? '', site.url).href;
  const frames = ['-count_frames', '-show_entries', 'stream=codec_name,nb_read_frames', '-of', 'csv=p=0'];
  const { stdout } = await run('ffprobe', ['-v', 'error', '-select_streams', 'v', ...frames, url]);
  expect(stdout).toContain(`h264,${LENGTH_S * FRAMES_PER_S}`);
}

describe('a client without a browser', () => {
  it('goes live by the document’s script with documented requests only', async () => {
    const script = spawn('bash', ['-euo', 'pipefail', '-c', SCRIPT], {
      env: { ...process.env, SITE: site.url, TOKEN: token, LENGTH_S: String(LENGTH_S) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const said = script.stdout.toArray();
    const ended = once(script, 'exit');
    await expect.poll(async () => (await channel()).ingest).toBe('receiving');
    const live = (await channel()).video_url;
    expect(await probe(live)).toEqual(['aac', 'h264']);
    const sound = await read(live.replace('live.m3u8', 'live/sound.m3u8'));
    expect(parsePlaylist(sound)).toMatchObject({ targetDurationS: 1 });

    expect(await ended).toEqual([0, null]);
    const receipt = JSON.parse(Buffer.concat(await said).toString()) as BrowserStream;
    expect(receipt.chunks).toEqual({ recorded: LENGTH_S, stored: LENGTH_S, lost: 0 });
    const main = live.replace('live.m3u8', 'live/main.m3u8');
    const { segments, isEnded } = parsePlaylist(await read(main));
    expect(segments.map(({ durationS }) => durationS)).toEqual(Array.from({ length: LENGTH_S }, () => 1));
    expect(new Set(segments.map(({ discontinuity }) => discontinuity))).toEqual(new Set([0]));
    expect(isEnded).toBe(true);
    const decoding = ['-v', 'error', '-xerror', '-i', new URL(main, site.url).href, '-f', 'null', '-'];
    expect((await run('ffmpeg', decoding)).stderr).toBe('');
    await expectReplay(receipt);
  });

  it('uses requests of the OpenAPI document only, which take its scope', async () => {
    const { paths } = JSON.parse(await read('/api/openapi.json')) as {
      paths: Record<string, Record<string, { security: object[] }>>;
    };
    const requests = [
      ['/browser-stream/start', 'post'],
      ['/browser-stream/{stream_id}/segments/{seq}', 'put'],
      ['/browser-stream/stop/{stream_id}', 'post'],
    ] as const;
    for (const [path, method] of requests)
      expect(paths[path]?.[method]?.security).toContainEqual({ accessToken: ['stream:manage'] });
    expect(SCRIPT.match(/curl /g)).toHaveLength(requests.length);
  });
});

interface Ended {
  readonly code: number | null;
  readonly said: string;
}

/** Runs an npm script; `onWords` receives all of its output so far. */
async function program(
  name: 'smoke' | 'first-hour' | 'deploy',
  args: readonly string[],
  onWords?: (said: string, end: () => void) => void,
  settings: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const [, path = ''] = packageJson.scripts[name].split(' ');
  const { s3, mediaconvert, credentials_file, region } = site.endpoints;
  const child = spawn(process.execPath, [join(ROOT, path), ...args], {
    env: {
      ...process.env,
      AWS_ENDPOINT_URL_S3: s3,
      AWS_SHARED_CREDENTIALS_FILE: credentials_file,
      AWS_REGION: region,
      AWS_ENDPOINT_URL_MEDIACONVERT: mediaconvert,
      RECORDINGS_BUCKET: LOCAL_RECORDINGS,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const output of [child.stdout, child.stderr])
    output.on('data', (text: Buffer) => {
      said += text.toString();
      onWords?.(said, () => child.kill('SIGINT'));
    });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said };
}

const visitorIn = (said: string): string => /sign-up .* (smoke_\w+)$/m.exec(said)?.[1] ?? '';
const isGone = async (username: string) =>
  (await fetch(`${site.url}/api/streamers/${username}`)).status === 404;

describe('an operator’s program', () => {
  it.concurrent('measures the first hour and prints a report', async ({ expect }) => {
    const { code, said } = await program('first-hour', [site.url, '--windows', '2', '--white', '6', '--yes']);
    expect(said).toMatch(/^In AWS this costs about \$0\.\d0 and /);
    expect(said).toContain('**a browser may upload**');
    expect(said).toMatch(
      /^- with `\?keyframeInterval=…`: .*\n(?: {2}- announced segment .*: 200, .*\n){2}- without: .*\n(?: {2}- announced .*\n){2}- replay: .*aac, at `\/ivs\//m,
    );
    expect(said).toMatch(/^- `ivs.*recording-ended\.json`, as we read it: `\{"startedAtMs":/m);
    expect(said).toMatch(/^- a player could fetch .*\n- the tone .*: \*\*no clicks\*\*$/m);
    expect(said).not.toContain('**not measured**');
    expect(code).toBe(0);
  });

  it.concurrent('performs user actions on the site and leaves nothing behind', async ({ expect }) => {
    const { code, said } = await program('smoke', [site.url]);
    expect(said).toMatch(
      /^ok +sign-up .*\nok +page .*\nok +chat .*\nok +software .*h264.*aac\nok +camera .*replay.*\nok +upload .*\nok +leave .*\nAll steps passed\.$/m,
    );
    expect(code).toBe(0);
    expect(await isGone(visitorIn(said))).toBe(true);
  });

  it('runs in the site every hour as a bundle without ffmpeg, and counts success', async () => {
    const bundled = newFolder();
    await run(process.execPath, [BUNDLE, join(ROOT, 'operate/probe.lambda.ts'), bundled]);
    const call = `await (await import(${JSON.stringify(join(bundled, 'index.mjs'))})).handler(); process.exit()`;
    const probe = (siteUrl: string) =>
      run(process.execPath, ['--input-type=module', '--eval', call], {
        env: { STAGE: 'dev', SITE_URL: siteUrl, PATH: newFolder() },
      });
    const { stdout } = await probe(site.url);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.at(-1)).toMatchObject({ step: 'measured', Stage: 'dev', Probes: 1 });
    const said = lines.map(({ words }) => words).join('\n');
    expect(said).toMatch(/^ok +sign-up .*\nok +page .*\nok +chat .*\nok +leave /);
    expect(await isGone(visitorIn(said))).toBe(true);
    await expect(probe('http://127.0.0.1:9')).rejects.toMatchObject({
      stdout: expect.not.stringContaining('Probes'),
      stderr: expect.stringContaining('A step failed'),
    });
  });

  it('asks before it causes cost', async () => {
    const { code, said } = await program('first-hour', [site.url]);
    expect([code, said]).toEqual([1, expect.stringMatching(/^In AWS this costs .* Use --yes to agree\.\n$/)]);
  });

  it('names the failed step, fails, and leaves nothing behind', async () => {
    const broken = createServer(async (request, response) => {
      if (request.url?.startsWith('/api/chat/')) return void response.writeHead(500).end('{}');
      const { method = 'GET', headers } = request;
      const body = method === 'GET' ? undefined : Buffer.concat(await request.toArray());
      const given = new Headers(headers as Record<string, string>);
      for (const name of ['host', 'connection', 'content-length', 'transfer-encoding']) given.delete(name);
      const answer = await fetch(site.url + request.url, { method, headers: given, body: body ?? null });
      const cookies = answer.headers.getSetCookie();
      const type = answer.headers.get('content-type') ?? 'text/plain';
      response.writeHead(answer.status, { 'content-type': type, 'set-cookie': cookies });
      response.end(Buffer.from(await answer.arrayBuffer()));
    });
    const { endpoint, close } = await listen(broken, { host: '127.0.0.1', port: 0 });
    const { code, said } = await program('smoke', [endpoint, '--only', 'chat']);
    await close();
    expect(said).toMatch(/^FAIL +chat .*POST \/chat\/\{id\} answered 500.*\nok +leave .*\n1 failed\.$/m);
    expect(code).toBe(1);
    expect(await isGone(visitorIn(said))).toBe(true);
  });

  it('cleans up when it is interrupted', async () => {
    const { code, said } = await program('smoke', [site.url, '--only', 'software'], (words, end) => {
      if (visitorIn(words) && !words.includes('Ending')) end();
    });
    expect(said).toMatch(/^ok +leave /m);
    expect(code).toBe(1);
    expect(await isGone(visitorIn(said))).toBe(true);
  });

  it.each([
    [[], 'Name a site: npm run smoke -- https://fans.example\n'],
    [
      ['fans.example'],
      "'fans.example' is not the address of a site: npm run smoke -- https://fans.example\n",
    ],
    [
      ['http://127.0.0.1:9', '--only', 'sing'],
      "There is no step 'sing'; there are page, chat, software, camera, upload.\n",
    ],
  ])('prints an explanation for %j', async (args, words) => {
    expect(await program('smoke', args)).toEqual({ code: 1, said: words });
  });

  it('deploys, waits for the site and tests it', async () => {
    const programs = fakePrograms();
    programs.program('npm', '');
    fakeAccount(programs);
    const outputs = JSON.stringify({ 'Fanfare-dev': { SiteUrl: site.url } });
    const write = "require('node:fs').writeFileSync(args[args.indexOf('--outputs-file') + 1], ";
    programs.program('cdk', `if (args[0] === 'deploy') ${write}${JSON.stringify(outputs)})`);
    const env = {
      PATH: [programs.folder, process.env['PATH']].join(delimiter),
      CDK_OUTDIR: assemblyOf({}),
      AWS_REGION: 'eu-west-1',
    };
    const { code, said } = await program('deploy', ['--smoke', 'page'], undefined, env);
    expect(said).toMatch(/\nDeployed: http.*\nok +sign-up .*\nok +page .*\nok +leave .*\n$/);
    expect(code).toBe(0);
  });
});
