/** A proxy that reports the errors of a browser's pages, because the browser's driver reports none. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';

const SCRIPT_PATH = '/test-error-reporter.js';
const REPORT_PATH = '/test-error-report';

/** Runs before the page's own scripts, from the page's origin, as the Content-Security-Policy requires. */
const SCRIPT = `
const report = (...parts) => navigator.sendBeacon('${REPORT_PATH}', parts.map(String).join(' '));
addEventListener('error', ({ message, filename, lineno }) => report(message, filename + ':' + lineno));
addEventListener('unhandledrejection', ({ reason }) => report('unhandled', reason, reason?.stack ?? ''));
addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
  report('content security policy', effectiveDirective, blockedURI));
const { error } = console;
console.error = (...parts) => {
  report(...parts);
  error(...parts);
};
`;

export interface ErrorProxy {
  /** `host:port`. */
  readonly address: string;
  /** The pages' errors so far. */
  readonly complaints: string[];
  close(): void;
}

export async function startErrorProxy(): Promise<ErrorProxy> {
  const complaints: string[] = [];
  const server = createServer((asked, answer) => {
    const { pathname } = new URL(asked.url!);
    if (pathname === REPORT_PATH) void text(asked).then((complaint) => complaints.push(complaint));
    if (pathname === SCRIPT_PATH) answer.setHeader('content-type', 'text/javascript').end(SCRIPT);
    else if (pathname === REPORT_PATH) answer.writeHead(204).end();
    else forward(asked, answer);
  });
  server.on('upgrade', forwardSocket);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    complaints,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function forward(asked: IncomingMessage, answer: ServerResponse): void {
  const headers = { ...asked.headers, 'accept-encoding': 'identity' };
  const forwarded = request(asked.url!, { method: asked.method, headers }, (from) => {
    const isDocument = from.headers['content-type']?.startsWith('text/html');
    if (isDocument) return void withScript(from, answer);
    answer.writeHead(from.statusCode!, from.headers);
    from.pipe(answer);
    from.on('error', () => answer.destroy());
  });
  forwarded.on('error', () => answer.destroy());
  // If the browser aborts a request, the proxy aborts it too.
  answer.on('close', () => forwarded.destroy());
  asked.pipe(forwarded);
}

async function withScript(from: IncomingMessage, answer: ServerResponse): Promise<void> {
  const html = await text(from).catch(() => '');
  const { 'content-length': _, ...headers } = from.headers;
  answer.writeHead(from.statusCode!, headers);
  answer.end(html.replace('<head>', `<head><script src="${SCRIPT_PATH}"></script>`));
}

/** A WebSocket starts as a request whose headers must be forwarded unchanged. */
function forwardSocket({ url, rawHeaders }: IncomingMessage, client: Duplex, head: Buffer): void {
  const { hostname, port, pathname, search } = new URL(url!);
  const headers = rawHeaders.map((part, at) => part + (at % 2 === 0 ? ': ' : '\r\n')).join('');
  const site = connect(Number(port), hostname, () => {
    site.write(`GET ${pathname}${search} HTTP/1.1\r\n${headers}\r\n`);
    site.write(head);
    site.pipe(client).pipe(site);
  });
  site.on('error', () => client.destroy());
  client.on('error', () => site.destroy());
}
