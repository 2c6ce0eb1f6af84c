/**
 * The way into the project for plain Node, before anything is installed: sets up what is missing, then runs.
 * `node scripts/setup.mjs start|demo|test`
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = join(root, 'node_modules', '.bin');
const environment = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` };

const commands = {
  start: () => {
    installPackages();
    installProgram('ffmpeg', ['ffmpeg']);
    buildWeb();
    run('node', ['infra/local.ts']);
  },
  demo: () => {
    // The site's first start installs; two at once would get in each other's way.
    if (!existsSync(join(bin, 'node'))) stop("Start the site first: 'npm start' in another terminal.");
    run('node', ['demo/run.ts', ...process.argv.slice(3)]);
  },
  test: () => {
    installPackages();
    installProgram('ffmpeg', ['ffmpeg']);
    installProgram('chromium', ['chromium', 'chromium-browser', 'google-chrome']);
    buildWeb();
    must('npm', ['run', '--silent', 'check']);
    run('vitest', ['run']);
  },
};

requireNode(20, 19);
const command = commands[process.argv[2] ?? ''];
if (!command) stop(`usage: node scripts/setup.mjs ${Object.keys(commands).join('|')}`);
command();

function requireNode(major, minor) {
  const [hasMajor, hasMinor] = process.versions.node.split('.').map(Number);
  const isEnough = hasMajor > major || (hasMajor === major && hasMinor >= minor);
  if (!isEnough) stop(`Fanfare needs Node ${major}.${minor} or newer; this is ${process.versions.node}.`);
}

/** `npm ci`, once for each state of the lock file. */
function installPackages() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const stamp = join(root, 'node_modules', '.fanfare-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  say('Installing packages (npm ci) …');
  must('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  writeFileSync(stamp, lock);
}

/** Installs a program of the system by apt where that needs no password; otherwise says what to type. */
function installProgram(name, executables) {
  if (executables.some(isInstalled)) return;
  const apt = isInstalled('apt-get') && becomeRoot();
  if (!apt) stop(`Fanfare needs ${name}. Install it and try again: ${howToInstall(name)}`);
  say(`Installing ${name} (apt-get) …`);
  const aptEnvironment = { ...environment, DEBIAN_FRONTEND: 'noninteractive' };
  const quiet = { env: aptEnvironment, stdio: ['ignore', 'ignore', 'inherit'] };
  const [program, ...args] = [...apt, 'apt-get'];
  spawnSync(program, [...args, 'update', '-qq'], quiet);
  const { status } = spawnSync(
    program,
    [...args, 'install', '-y', '-qq', '--no-install-recommends', name],
    quiet,
  );
  if (status !== 0) stop(`${name} could not be installed. Install it and try again: ${howToInstall(name)}`);
}

function isInstalled(executable) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.some((folder) => existsSync(join(folder, executable)));
}

/** What comes before `apt-get`: nothing for root, `sudo` where it asks nothing, null where neither is so. */
function becomeRoot() {
  if (process.getuid?.() === 0) return [];
  const canSudo = isInstalled('sudo') && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0;
  return canSudo ? ['sudo', '-n'] : null;
}

function howToInstall(name) {
  if (process.platform === 'darwin') return `brew install ${name}`;
  if (process.platform === 'win32') return `winget install ${name}`;
  return `sudo apt-get install ${name}`;
}

/** Builds the web when a source is newer than the last build. */
function buildWeb() {
  const built = join(root, 'web', 'dist', 'index.html');
  const builtAt = existsSync(built) ? statSync(built).mtimeMs : 0;
  const sources = ['web', 'shared', 'package-lock.json'].map((path) => join(root, path));
  if (Math.max(...sources.map(newestChange)) <= builtAt) return;
  say('Building the web …');
  must('npm', ['run', '--silent', 'build']);
}

function newestChange(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  const names = readdirSync(path).filter((name) => name !== 'dist' && name !== 'node_modules');
  return Math.max(stats.mtimeMs, ...names.map((name) => newestChange(join(path, name))));
}

function must(program, args) {
  try {
    execFileSync(program, args, { cwd: root, env: environment, stdio: 'inherit' });
  } catch (error) {
    stop(`'${program} ${args.join(' ')}' failed.`, typeof error.status === 'number' ? error.status : 1);
  }
}

/** Runs the last command in this one's place: signals go through, its end is ours. */
function run(program, args) {
  const child = spawn(program, args, { cwd: root, env: environment, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

function say(text) {
  console.log(text);
}

function stop(text, status = 1) {
  console.error(text);
  process.exit(status);
}
