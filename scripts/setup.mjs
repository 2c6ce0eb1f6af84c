/**
 * The way into the project for plain Node, before anything is installed: sets up what is missing, then runs.
 * `node scripts/setup.mjs start|demo|test|test:all|soak|mutants|screenshots`
 */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { provideDatabase, requireDynoxide } from './setup/database.mjs';
import { installAwsCli, installChromium, installProgram, installWebKit } from './setup/programs.mjs';
import { bin, environment, root, say, stop } from './setup/project.mjs';

const commands = {
  start: async () => {
    installPackages();
    writeMessages();
    installProgram('ffmpeg', ['ffmpeg']);
    buildWeb();
    const { variables, close } = await provideDatabase();
    const [program, ...args] = siteCommand();
    run(program, args, variables, close);
  },
  demo: () => {
    // The site's first start installs; two at once would get in each other's way.
    if (!existsSync(join(bin, 'node'))) stop("Start the site first: 'npm start' in another terminal.");
    run('node', ['demo/run.ts', ...process.argv.slice(3)]);
  },
  test: () => {
    prepareTests();
    must('npm', ['run', '--silent', 'check']);
    const projects = ['unit', 'screens', 'journeys'].map((name) => `--project=${name}`);
    run('vitest', ['run', ...projects, '--tags-filter=!slow && !release']);
  },
  'test:all': () => {
    const [some] = process.argv.slice(3);
    prepareTests();
    if (!process.env.FIREFOX_PATH) installProgram('firefox-esr', ['firefox-esr', 'firefox']);
    if (!some?.startsWith('--project') || process.argv.includes('--project=webkit')) installWebKit();
    if (!some) must('npm', ['run', '--silent', 'check']);
    run('node', ['test/support/runner/run-all.ts', ...process.argv.slice(3)]);
  },
  soak: () => {
    prepareTests();
    run('vitest', ['run', '--project', 'soak', '--project', 'properties']);
  },
  mutants: () => {
    prepareTests();
    run('node', ['test/support/mutants/run.ts', ...process.argv.slice(3)]);
  },
  screenshots: () => {
    prepareTests();
    run('node', ['scripts/screenshots.ts']);
  },
};

requireNode(20, 19);
const command = commands[process.argv[2] ?? ''];
if (!command) stop(`usage: node scripts/setup.mjs ${Object.keys(commands).join('|')}`);
await command();

function requireNode(major, minor) {
  const [hasMajor, hasMinor] = process.versions.node.split('.').map(Number);
  const isEnough = hasMajor > major || (hasMajor === major && hasMinor >= minor);
  if (!isEnough) stop(`Fanfare needs Node ${major}.${minor} or newer; this is ${process.versions.node}.`);
}

/** `npm run site`, without npm between it and the signals. */
function siteCommand() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts.site.split(' ');
}

function prepareTests() {
  installPackages();
  writeMessages();
  requireDynoxide();
  installProgram('ffmpeg', ['ffmpeg']);
  installProgram('njs', ['njs']);
  installChromium();
  installAwsCli();
  buildWeb();
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

/** Writes the modules made from the messages, which a change of the messages since `npm ci` makes old. */
function writeMessages() {
  must('npm', ['run', '--silent', 'messages']);
}

/** Builds the web when a source is newer than the last build. */
function buildWeb() {
  const built = join(root, 'web', 'dist', 'index.html');
  const builtAt = existsSync(built) ? statSync(built).mtimeMs : 0;
  const sources = ['web', 'messages', 'shared', 'package-lock.json'].map((path) => join(root, path));
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

/** Runs the last command in this one's place: signals go through, its end is ours, after `close`. */
function run(program, args, variables = {}, close = async () => {}) {
  const child = spawn(program, args, { cwd: root, env: { ...environment, ...variables }, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => void close().then(() => process.exit(code ?? (signal ? 1 : 0))));
}
