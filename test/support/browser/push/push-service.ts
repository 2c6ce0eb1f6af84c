import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID, type ECDH } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { PushSubscription } from '#shared/people/news.ts';
import { listen } from '#infra/local/system/listen.ts';
import { expectThat, readPush } from './push-rules.ts';

/** A push as a browser would display it, with what its service received. */
export interface ReceivedPush {
  readonly payload: {
    readonly title: string;
    readonly body: string;
    readonly path: string;
    readonly tag: string;
    readonly lang: string;
    readonly dir: string;
  };
  readonly topic: string | undefined;
  readonly ttlS: number;
  readonly urgency: string | undefined;
}

export interface TestBrowser {
  readonly subscription: PushSubscription;
  /** Received pushes in order. */
  readonly pushes: readonly ReceivedPush[];
  /** Sets the status of responses. @default 201 */
  answer(status: number): void;
}

export interface PushService {
  readonly origin: string;
  /** Rejected requests with the reason; empty in a correct run. */
  readonly refused: readonly string[];
  /** Number of requests, whatever the response. */
  readonly asked: number;
  /** Subscribes a browser with the site's key. */
  subscribe(applicationServerKey: string): TestBrowser;
  close(): Promise<void>;
}

interface Subscribed {
  readonly keys: ECDH;
  readonly auth: Buffer;
  readonly applicationServerKey: string;
  readonly pushes: ReceivedPush[];
  status: number;
}

/**
 * Starts a local push service (RFC 8030) with its browsers. It rejects pushes that are not signed by the key with which
 * the browser subscribed (RFC 8292), and those that the browser could not decrypt (RFC 8291, RFC 8188). Implemented
 * from these RFCs with Node's cryptography, independently of the site's code.
 */
export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, Subscribed>();
  const refused: string[] = [];
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    take(request, browsers).then(
      (status) => response.writeHead(status, { location: '/message' }).end(),
      (error: Error) => {
        refused.push(error.message);
        response.writeHead(400).end(error.message);
      },
    );
  });
  const { endpoint: origin, close } = await listen(server, { host: '127.0.0.1', port: 0 });
  return {
    origin,
    refused,
    get asked() {
      return asked;
    },
    subscribe: (applicationServerKey) => {
      const keys = createECDH('prime256v1');
      const p256dh = keys.generateKeys('base64url');
      const auth = randomBytes(16);
      const known: Subscribed = { keys, auth, applicationServerKey, pushes: [], status: 201 };
      const path = `/push/${randomUUID()}`;
      browsers.set(path, known);
      return {
        subscription: { endpoint: origin + path, keys: { p256dh, auth: auth.toString('base64url') } },
        pushes: known.pushes,
        answer: (status) => {
          known.status = status;
        },
      };
    },
    close,
  };
}

async function take(request: IncomingMessage, browsers: ReadonlyMap<string, Subscribed>): Promise<number> {
  const { url = '', headers } = request;
  const browser = browsers.get(url);
  if (!browser) return 404;
  if (browser.status !== 201) return browser.status;
  const { body, ttlS, topic } = await readPush(request, browser.applicationServerKey);
  const payload = JSON.parse(decrypted(body, browser).toString()) as ReceivedPush['payload'];
  const urgency = headers['urgency'] as string | undefined;
  browser.pushes.push({ payload, topic, ttlS, urgency });
  return 201;
}

/** RFC 8291 §3.4, RFC 8188 §2: a push has one record. */
function decrypted(body: Buffer, { keys, auth }: Subscribed): Buffer {
  const salt = body.subarray(0, 16);
  const recordBytes = body.readUInt32BE(16);
  const idBytes = body.readUInt8(20);
  const sender = body.subarray(21, 21 + idBytes);
  const record = body.subarray(21 + idBytes);
  expectThat(record.length <= recordBytes, 'RFC 8188 §2: more than one record');
  const shared = keys.computeSecret(sender);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync('sha256', shared, auth, info, 32));
  const derive = (what: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${what}\0`, bytes));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  expectThat(end >= 0 && padded.subarray(end + 1).every((byte) => byte === 0), 'RFC 8188 §2: delimiter');
  return padded.subarray(0, end);
}
