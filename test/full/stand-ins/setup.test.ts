import { createHash } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listen } from '#infra/local/system/listen.ts';
import { dynoxidePath } from '#infra/local/table/dynoxide.ts';
import { setupSandbox, type Sandbox } from '#test/support/site/stack/setup-sandbox.ts';
import { newFolder, writeIn } from '#test/support/runner/temporary-folder.ts';

/** npm's answer for a package that does not exist. */
const NO_SUCH_PACKAGE = "console.error('npm error code E404'); process.exit(1);";
const OFFLINE = "console.error('npm error code ENOTFOUND'); process.exit(1);";

/** Like DynamoDB Local: listens on the given port until it is stopped. */
const DATABASE = `
const [, port] = / -port (\\d+)| 127\\.0\\.0\\.1:(\\d+):8000/.exec(' ' + args.join(' ')).filter(Boolean);
require('node:http').createServer((_, response) => response.writeHead(400).end()).listen(port, '127.0.0.1');
`;
const DOCKER = `if (args[0] === 'run') {${DATABASE}}`;
const JAVA = `if (args[0] === '-version') console.error('openjdk version "21.0.8" 2025-07-15'); else {${DATABASE}}`;
const JAR = 'node_modules/.cache/dynamodb-local/DynamoDBLocal.jar';

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = setupSandbox();
});

const siteAt = (stdout: string): string => /^SITE (\S+) 400$/m.exec(stdout)?.[1] ?? stdout;
/** Not with `fetch`, because browsers block the port. */
const isGone = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1', () => {
      socket.destroy();
      resolve(false);
    });
    socket.on('error', () => resolve(true));
  });

describe('a platform without a locked build of dynoxide', () => {
  it('gets npm’s build of the same version, without changing the lock file', async () => {
    sandbox.program(
      'npm',
      `const name = args.at(-1).replace(/@[^@]+$/, '');
      require('node:fs').mkdirSync('node_modules/' + name, { recursive: true });
      require('node:fs').writeFileSync('node_modules/' + name + '/package.json', '{}');`,
    );
    const { status, stdout } = await sandbox.start({ platform: 'darwin', arch: 'arm64' });
    expect(status).toBe(0);
    expect(stdout).toContain('SITE its own');
    expect(sandbox.calls('npm')).toEqual([
      'install --no-save --no-audit --no-fund --loglevel=error --fetch-retries=0 @dynoxide/darwin-arm64@1.2.1',
    ]);
    await sandbox.start({ platform: 'darwin', arch: 'arm64' });
    expect(sandbox.calls('npm')).toHaveLength(1);
  });

  it('requests from npm once, and again after a disconnection', async () => {
    sandbox.program('docker', DOCKER);
    sandbox.program('npm', OFFLINE);
    await sandbox.start();
    sandbox.program('npm', NO_SUCH_PACKAGE);
    await sandbox.start();
    expect(sandbox.calls('npm')).toHaveLength(2);
    await sandbox.start();
    expect(sandbox.calls('npm')).toHaveLength(2);
  });

  it('runs DynamoDB Local by Docker with its data in the data folder', async () => {
    sandbox.program('npm', NO_SUCH_PACKAGE);
    sandbox.program('docker', DOCKER);
    const { status, stdout } = await sandbox.start({ env: { DATA_DIR: 'kept' } });
    expect(status).toBe(0);
    expect(await isGone(siteAt(stdout))).toBe(true);
    const run = sandbox.calls('docker').find((call) => call.startsWith('run'));
    expect(run).toContain(`--volume ${join(sandbox.folder, 'kept/dynamodb')}:/data`);
    expect(run).toMatch(/--publish 127\.0\.0\.1:\d+:8000 .*amazon\/dynamodb-local:latest .*-dbPath \/data$/);
  });

  it('runs DynamoDB Local by Java without Docker', async () => {
    sandbox.program('npm', NO_SUCH_PACKAGE);
    // Installed, but its engine is not running.
    sandbox.program('docker', 'process.exit(1)');
    sandbox.program('java', JAVA);
    sandbox.write(JAR, '');
    const { status, stdout } = await sandbox.start();
    expect(status).toBe(0);
    expect(await isGone(siteAt(stdout))).toBe(true);
    expect(sandbox.calls('java').at(-1)).toContain(`-dbPath ${join(sandbox.folder, '.fanfare/dynamodb')}`);
  });

  it('tries the next way when one fails', async () => {
    sandbox.program('npm', NO_SUCH_PACKAGE);
    sandbox.program('docker', "if (args[0] === 'run') process.exit(125);");
    sandbox.program('java', JAVA);
    sandbox.write(JAR, '');
    const { stdout } = await sandbox.start();
    expect(siteAt(stdout)).toMatch(/^http:/);
    expect(stdout).toContain('DynamoDB Local did not start by Docker');
  });

  it.each([
    ['is no Java', "console.error('Unable to locate a Java Runtime.'); process.exit(1);"],
    ['is an old Java', `console.error('openjdk version "11.0.2"');`],
  ])('prints what to install when there %s', async (_, java) => {
    sandbox.program('npm', NO_SUCH_PACKAGE);
    sandbox.program('java', java);
    const { status, stdout, stderr } = await sandbox.start({ platform: 'darwin', arch: 'arm64' });
    expect(status).toBe(1);
    expect(stdout).not.toContain('SITE');
    const lines = stderr.trim().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('there is no dynoxide for darwin-arm64');
    expect(lines[1]).toMatch(/^Install Docker \(.+\) or Java 17 or newer \(brew install --cask temurin\)/);
  });

  it('uses a database that the operator names', async () => {
    const { status, stdout } = await sandbox.start({
      env: { AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:9' },
    });
    expect(status).toBe(0);
    expect(stdout).toBe('SITE http://127.0.0.1:9 nothing\n');
  });
});

describe('an npm registry', () => {
  const servers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of servers.splice(0)) await close();
  });
  const serve = async (listener: RequestListener): Promise<string> => {
    const { endpoint, close } = await listen(createServer(listener), { host: '127.0.0.1', port: 0 });
    servers.push(close);
    return endpoint;
  };
  const archiveOf = (files: Readonly<Record<string, string>>): Buffer => {
    const folder = newFolder();
    for (const [path, text] of Object.entries(files)) writeIn(folder, path, text);
    return execFileSync('tar', ['-czf', '-', '-C', folder, ...readdirSync(folder)]);
  };

  it('with the build is used by npm, and the lock file stays unchanged', async () => {
    const name = '@dynoxide/darwin-arm64';
    const manifest = { name, version: '1.2.1' };
    const archive = archiveOf({ 'package/package.json': JSON.stringify(manifest), 'package/dynoxide': '#!' });
    const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
    const registry: string = await serve(({ url }, response) => {
      const dist = { tarball: `${registry}/build.tgz`, integrity };
      if (url === '/build.tgz') return void response.end(archive);
      if (url !== '/@dynoxide%2fdarwin-arm64') return void response.writeHead(404).end('{}');
      const versions = { '1.2.1': { ...manifest, dist } };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ name, 'dist-tags': { latest: '1.2.1' }, versions }));
    });
    const optionalDependencies = { '@dynoxide/linux-x64': '1.2.1' };
    const empty = { name: 'fanfare', version: '0.1.0', lockfileVersion: 3, packages: {} };
    const scripts = { site: 'node infra/local/main.ts' };
    sandbox.write('package.json', JSON.stringify({ name: 'fanfare', scripts, optionalDependencies }));
    sandbox.write('package-lock.json', JSON.stringify(empty));
    const lock = createHash('sha256').update(JSON.stringify(empty)).digest('hex');
    sandbox.write('node_modules/.fanfare-lock', lock);
    sandbox.write('web/dist/index.html', '');
    const env = {
      PATH: [sandbox.programs, process.env['PATH']].join(delimiter),
      npm_config_registry: registry,
      npm_config_cache: newFolder(),
      npm_config_userconfig: join(sandbox.folder, 'no-npmrc'),
    };
    const { stdout, stderr } = await sandbox.start({ platform: 'darwin', arch: 'arm64', env });
    expect(stdout, stderr).toContain('SITE its own');
    expect(readFileSync(join(sandbox.folder, 'package-lock.json'), 'utf8')).toBe(JSON.stringify(empty));
    const found = dynoxidePath({
      platform: 'darwin',
      arch: 'arm64',
      from: join(sandbox.folder, 'infra/x.ts'),
    });
    expect(readFileSync(found, 'utf8')).toBe('#!');
  });

  it('without it provides DynamoDB Local once, with the known checksum', async () => {
    const module = new URL('../../../scripts/setup/dynamodb-local.jar.mjs', import.meta.url);
    const { fetchJar } = await import(module.href);
    const archive = archiveOf({ 'DynamoDBLocal.jar': 'jar', 'DynamoDBLocal_lib/lib.so': 'so' });
    let requests = 0;
    const address = await serve((_, response) => {
      requests += 1;
      response.end(archive);
    });
    const folder = join(newFolder(), 'dynamodb-local');
    expect(await fetchJar(folder, { address, sha256: '0'.repeat(64) })).toBeNull();
    expect(existsSync(folder)).toBe(false);
    const sha256 = createHash('sha256').update(archive).digest('hex');
    const { jar, libraries } = await fetchJar(folder, { address, sha256 });
    expect(readFileSync(jar, 'utf8')).toBe('jar');
    expect(existsSync(join(libraries, 'lib.so'))).toBe(true);
    await fetchJar(folder, { address, sha256 });
    expect(requests).toBe(2);
    expect(await fetchJar(newFolder(), { address: 'http://127.0.0.1:9', sha256 })).toBeNull();
  });
});

describe('missing ffmpeg', () => {
  /** A package manager that installs ffmpeg into the given folder. */
  const manager = (folder: string): string =>
    `require('node:fs').writeFileSync(${JSON.stringify(join(folder, 'ffmpeg'))}, '');`;

  beforeEach(() => {
    rmSync(join(sandbox.programs, 'ffmpeg'));
    sandbox.write('node_modules/@dynoxide/linux-riscv64/package.json', '{}');
  });

  it.each([
    ['brew', 'install --quiet ffmpeg'],
    [
      'winget',
      'install --exact --id Gyan.FFmpeg --accept-source-agreements --accept-package-agreements --disable-interactivity',
    ],
  ])('is installed by %s', async (name, call) => {
    sandbox.program(name, manager(sandbox.programs));
    const { status, stdout } = await sandbox.start();
    expect(status).toBe(0);
    expect(stdout).toContain(`Installing ffmpeg (${name}) …`);
    expect(sandbox.calls(name)).toEqual([call]);
  });

  it('stops the start with the command to run when it cannot be installed', async () => {
    const none = await sandbox.start({ platform: 'darwin' });
    expect([none.status, none.stderr]).toEqual([
      1,
      'Fanfare needs ffmpeg. Install it and try again: brew install ffmpeg\n',
    ]);
    sandbox.program('brew', 'process.exit(1)');
    const failed = await sandbox.start({ platform: 'darwin' });
    expect(failed.status).toBe(1);
    expect(failed.stderr).toContain(
      'ffmpeg could not be installed. Install it and try again: brew install ffmpeg',
    );
    sandbox.program('brew', '');
    const unseen = await sandbox.start({ platform: 'darwin' });
    expect(unseen.stderr).toBe('ffmpeg is installed. Open a new terminal, which finds it, and try again.\n');
  });
});

describe('missing Firefox or WebKit', () => {
  const tests = { command: 'test:all' } as const;
  const puts = (name: string) =>
    `if (args[0] === 'install') require('node:fs').writeFileSync(${JSON.stringify(join(sandbox.programs, name))}, '');`;

  beforeEach(() => {
    sandbox.write('node_modules/@dynoxide/linux-riscv64/package.json', '{}');
    sandbox.program('chromium', '');
    sandbox.program('dpkg', '');
    sandbox.program('npm', '');
    sandbox.write('test/support/runner/run-all.ts', "console.log('TESTS')");
    // Works for any user who runs these tests, root or not.
    sandbox.program(
      'sudo',
      "process.exit(require('node:child_process').spawnSync(args[1], args.slice(2)).status ?? 0);",
    );
  });

  it('is installed for tests only', async () => {
    sandbox.program('apt-get', puts('firefox-esr'));
    await sandbox.start();
    expect(sandbox.calls('apt-get')).toEqual([]);
    const { status, stdout } = await sandbox.start(tests);
    expect([status, stdout]).toEqual([0, 'Installing firefox-esr (apt-get) …\nTESTS\n']);
    expect(sandbox.calls('apt-get').at(-1)).toMatch(/^install .* firefox-esr$/);
  });

  it('is installed with its media plugins', async () => {
    sandbox.program('firefox-esr', '');
    const installed = JSON.stringify(join(sandbox.programs, 'WebKitWebDriver'));
    sandbox.program('dpkg', `process.exit(require('node:fs').existsSync(${installed}) ? 0 : 1)`);
    sandbox.program('apt-get', puts('WebKitWebDriver'));
    const { status, stdout } = await sandbox.start(tests);
    expect([status, stdout.split('\n').at(-2)]).toEqual([0, 'TESTS']);
    expect(sandbox.calls('apt-get').at(-1)).toMatch(/^install .* webkit2gtk-driver xvfb gstreamer/);
  });

  it('stops the tests when it cannot be installed', async () => {
    sandbox.program('apt-get', "process.exit(args.includes('install') ? 100 : 0)");
    const { status, stdout, stderr } = await sandbox.start(tests);
    expect(status).toBe(1);
    expect(stdout).not.toContain('TESTS');
    expect(stderr).toContain('firefox-esr could not be installed.');
  });
});

describe('Chromium for tests', () => {
  const update = 'update -qq';
  const install = (name: string) => `install -y -qq --no-install-recommends ${name}`;
  /** Has these packages, and installs each into the PATH. */
  const apt = (...known: readonly string[]): void => {
    const folder = JSON.stringify(sandbox.programs);
    const lacks = `if (!${JSON.stringify(known)}.includes(args.at(-1)))`;
    sandbox.program('apt-cache', `${lacks} process.exit(100)`);
    const put = `require('node:fs').writeFileSync(${folder} + '/' + args.at(-1), '')`;
    sandbox.program('apt-get', `if (args[0] === 'install') { ${lacks} process.exit(100); ${put}; }`);
  };
  const prepare = async () => {
    sandbox.write('node_modules/@dynoxide/linux-riscv64/package.json', '{}');
    sandbox.write('scripts/screenshots.ts', '');
    const { status } = await sandbox.start({ command: 'screenshots' });
    return { status, asked: sandbox.calls('apt-get') };
  };

  it('is the headless one where available', async () => {
    apt('chromium-headless-shell', 'chromium');
    const asked = [update, install('chromium-headless-shell')];
    expect(await prepare()).toEqual({ status: 0, asked });
    rmSync(join(sandbox.programs, 'chromium-headless-shell'));
    sandbox.program('chromium', '');
    expect(await prepare()).toEqual({ status: 0, asked: [...asked, ...asked] });
    expect(await prepare()).toEqual({ status: 0, asked: [...asked, ...asked] });
  });

  it('is the full one elsewhere, without another request', async () => {
    apt('chromium');
    const asked = [update, install('chromium-headless-shell'), update, install('chromium')];
    expect(await prepare()).toEqual({ status: 0, asked });
    expect(await prepare()).toEqual({ status: 0, asked });
  });
});
