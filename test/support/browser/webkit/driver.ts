/**
 * WebKitGTK over WebDriver (https://www.w3.org/TR/webdriver2/), the only protocol it supports: Playwright only supports
 * its own build of WebKit, and Puppeteer none.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** Debian's folder is named after the architecture. */
const MINI_BROWSERS = ['x86_64', 'aarch64'].map(
  (processor) => `/usr/lib/${processor}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
);

/** A fake camera with a clock and a microphone that beeps, both without a prompt; autoplay of videos. */
const ARGUMENTS = [
  '--automation',
  '--autoplay-policy=allow',
  '--enable-mock-capture-devices=true',
  '--features=+MockCaptureDevices,-MockCaptureDevicesPrompt,+JavaScriptCanOpenWindowsAutomatically',
];

/** Pictures without a graphics card, and WebKit's own HLS player for pages that have no other. */
const VARIABLES = { WEBKIT_GST_DISABLE_GL_SINK: '1', WEBKIT_GST_ENABLE_HLS_SUPPORT: '1' };

const TETHER = fileURLToPath(new URL('../../../../infra/local/system/exit-with-parent.ts', import.meta.url));

const START_TIMEOUT_MS = 30_000;
/** A page may take long to load on a busy machine. */
const ANSWER_TIMEOUT_MS = 60_000;

/** Sends a command in the session. Throws `BrowserLostError`, or the browser's error. */
export type Command = (method: 'GET' | 'POST', path: string, body?: object) => Promise<unknown>;

export interface Session {
  readonly command: Command;
  /** Ends the browser, its driver and its X server. */
  end(): Promise<void>;
}

/** The browser crashed, or no longer responds. */
export class BrowserLostError extends Error {}

/** Starts a browser with its own X server and the proxy at `host:port`. Throws if there is none. */
export async function startWebKit(proxy: string): Promise<Session> {
  const binary = MINI_BROWSERS.find((path) => existsSync(path));
  if (!binary) throw new Error('There is no WebKitGTK; install webkit2gtk-driver');
  const screen = start('Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp']);
  const display = await firstLine(screen.stdout);
  const port = await freePort();
  const driver = start('WebKitWebDriver', [`--port=${port}`], { DISPLAY: `:${display}`, ...VARIABLES });
  driver.stdout.resume();
  const address = `http://127.0.0.1:${port}`;
  await untilAnswers(`${address}/status`);
  const { sessionId } = (await send(`${address}/session`, 'POST', {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': { binary, args: ARGUMENTS },
        proxy: { proxyType: 'manual', httpProxy: proxy },
      },
    },
  })) as { readonly sessionId: string };
  const command: Command = (method, path, body) =>
    send(`${address}/session/${sessionId}${path}`, method, body);
  return {
    command,
    end: async () => void (await Promise.all([end(driver), end(screen)])),
  };
}

/**
 * Starts a program that ends with this process. It leads a process group, so that its children end with it: MiniBrowser
 * survives a crashed session.
 */
function start(program: string, args: readonly string[], variables: Readonly<Record<string, string>> = {}) {
  const env = { ...process.env, ...variables };
  return spawn(process.execPath, [TETHER, program, ...args], {
    env,
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
}

async function end(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  try {
    process.kill(-child.pid!, 'SIGKILL');
  } catch {
    // All of its processes have ended.
    return;
  }
  if (child.exitCode === null && child.signalCode === null) await exited;
}

async function firstLine(stream: Readable): Promise<string> {
  let text = '';
  for await (const part of stream) {
    text += String(part);
    if (text.includes('\n')) return text.trim();
  }
  throw new Error('Xvfb did not start');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function untilAnswers(url: string): Promise<void> {
  const lateMs = Date.now() + START_TIMEOUT_MS;
  while (!(await fetch(url).catch(() => null))) {
    if (Date.now() > lateMs) throw new Error('WebKitWebDriver did not start');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function send(url: string, method: string, body?: object): Promise<unknown> {
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  const request = { method, signal, ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }) };
  const answer = await fetch(url, request).catch((cause: unknown) => {
    throw new BrowserLostError(`${method} ${url} has no answer`, { cause });
  });
  const { value } = (await answer.json()) as { readonly value: unknown };
  if (answer.ok) return value;
  const { error, message } = value as { readonly error: string; readonly message: string };
  throw new (error === 'invalid session id' ? BrowserLostError : Error)(`${error}: ${message}`);
}
