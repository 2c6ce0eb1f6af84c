/**
 * DynamoDB Local (AWS's own, in Java), for platforms without dynoxide: by Docker, or by Java.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/DynamoDBLocal.html
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fetchJar } from './dynamodb-local.jar.mjs';
import { environment, root, say } from './project.mjs';
import { works } from './programs.mjs';

const IMAGE = 'amazon/dynamodb-local:latest';
const MIN_JAVA = 17;
const START_TIMEOUT_MS = 60_000;

/**
 * Starts it with its data in `dataDir/dynamodb`, by the first way that goes. Answers its address and how to end it, or
 * null where there is none; it ends with this process too, however that ends.
 */
export async function startDynamoDbLocal(dataDir) {
  const folder = join(dataDir, 'dynamodb');
  const logFile = join(dataDir, 'dynamodb-local.log');
  for (const [name, commandOf] of Object.entries({ Docker: byDocker, Java: byJava })) {
    const port = await freePort();
    const command = await commandOf(folder, port);
    if (!command) continue;
    mkdirSync(folder, { recursive: true });
    say(`Starting DynamoDB Local (${name}) …`);
    const server = await start(command, port, logFile);
    if (server) return server;
    say(`DynamoDB Local did not start by ${name}; see ${logFile}.`);
  }
  return null;
}

function byDocker(folder, port) {
  if (!works('docker', 'info')) return null;
  const isPulled = spawnSync('docker', ['image', 'inspect', IMAGE], { stdio: 'ignore' }).status === 0;
  if (!isPulled && spawnSync('docker', ['pull', IMAGE], { stdio: 'inherit' }).status !== 0) return null;
  // On Linux the files that it writes belong to the user who runs it; elsewhere Docker sees to that.
  const user = process.platform === 'linux' ? ['--user', `${process.getuid()}:${process.getgid()}`] : [];
  const container = ['--rm', '--publish', `127.0.0.1:${port}:8000`, '--volume', `${folder}:/data`, ...user];
  const program = ['-jar', 'DynamoDBLocal.jar', '-sharedDb', '-disableTelemetry', '-dbPath', '/data'];
  return ['docker', 'run', ...container, IMAGE, ...program];
}

async function byJava(folder, port) {
  if (javaVersion() < MIN_JAVA) return null;
  const program = await fetchJar(join(root, 'node_modules', '.cache', 'dynamodb-local'));
  if (!program) return null;
  const { jar, libraries } = program;
  const options = ['-sharedDb', '-disableTelemetry', '-dbPath', folder, '-port', String(port)];
  return ['java', `-Djava.library.path=${libraries}`, '-jar', jar, ...options];
}

/** 17 of `openjdk version "17.0.15"`; 0 where there is no Java. */
function javaVersion() {
  if (!works('java', '-version')) return 0;
  const { stderr } = spawnSync('java', ['-version'], { encoding: 'utf8' });
  return Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0);
}

async function start(command, port, logFile) {
  const log = openSync(logFile, 'a');
  const tether = join(root, 'infra', 'local', 'system', 'exit-with-parent.ts');
  const child = spawn('node', [tether, ...command], {
    env: environment,
    stdio: ['pipe', log, log],
    // Out of the terminal's process group: Ctrl-C is for the site, which ends before its database.
    detached: true,
  });
  const ended = once(child, 'exit');
  const endpoint = `http://127.0.0.1:${port}`;
  const close = async () => {
    child.stdin.end();
    await ended;
  };
  if (await isAnswering(endpoint, child)) return { endpoint, close };
  await close();
  return null;
}

async function isAnswering(endpoint, child) {
  const until = Date.now() + START_TIMEOUT_MS;
  while (child.exitCode === null && Date.now() < until) {
    if (await answers(endpoint)) return true;
    await delay(100);
  }
  return false;
}

/** By a request of Node's own, as `fetch` goes where browsers go. */
const answers = (endpoint) =>
  new Promise((resolve) => {
    const request = get(endpoint, (answer) => {
      answer.resume();
      resolve(true);
    });
    request.on('error', () => resolve(false));
  });

/**
 * A port to which no browser opens a connection, because every client of DynamoDB Local can read and write it. From the
 * end, as a site on dynoxide beside it takes the first.
 */
async function freePort() {
  const closed = join(root, 'scripts', 'setup', 'closed-ports.json');
  for (const port of JSON.parse(readFileSync(closed, 'utf8')).toReversed()) {
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    server.close();
    if (isFree) return port;
  }
  throw new Error('DynamoDB Local finds no port on which browsers leave it alone.');
}
