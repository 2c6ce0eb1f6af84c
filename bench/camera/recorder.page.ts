/** The streamer's page of the baseline: records like the web app, and sends each chunk to every target. */
import type { ChunkUrls } from '#shared/live/browser-stream.ts';
import { startRecorder } from '#web/features/browser-stream/camera/recorder.ts';

/** The destination of chunks: an address that accepts them directly, or a broadcast on the page's site. */
export type Target =
  | { readonly kind: 'address'; readonly url: string }
  | { readonly kind: 'fanfare'; readonly streamId: string; readonly token: string };

declare global {
  /** Records the page's camera until the page is closed. */
  var record: (targets: readonly Target[]) => Promise<void>;
}

type Send = (chunk: Blob, seq: number) => Promise<unknown>;

globalThis.record = async (targets) => {
  const media = await navigator.mediaDevices.getUserMedia({ video: true, audio: true });
  const senders = targets.map(senderTo);
  let chunks = 0;
  startRecorder(media, {
    onChunk: (chunk) => {
      const seq = chunks++;
      for (const send of senders) void send(chunk, seq);
    },
    onFailure: (error) => reportError(error),
  });
};

/** Sends chunks one after another. */
function senderTo(target: Target): Send {
  const send = target.kind === 'address' ? toAddress(target.url) : toFanfare(target.streamId, target.token);
  let sent: Promise<unknown> = Promise.resolve();
  return (chunk, seq) => (sent = sent.then(() => send(chunk, seq)));
}

const toAddress =
  (url: string): Send =>
  (body) =>
    call(url, { method: 'POST', body });

/** Like the web app: requests an upload URL for a chunk of that duration and size, and uploads it. */
function toFanfare(streamId: string, token: string): Send {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  return async (chunk, seq) => {
    const bytes = await chunk.arrayBuffer();
    const sha256 = await digest(bytes);
    const body = JSON.stringify({ chunks: [{ seq, size: bytes.byteLength, sha256 }] });
    const answer = await call(`/api/browser-stream/upload/${streamId}`, { method: 'POST', headers, body });
    const { uploads } = JSON.parse(answer) as ChunkUrls;
    for (const { url, headers } of uploads) await call(url, { method: 'PUT', headers, body: bytes });
  };
}

async function call(url: string, request: RequestInit): Promise<string> {
  const response = await fetch(url, request);
  if (!response.ok) throw new Error(`${request.method} answered ${response.status}`);
  return response.text();
}

const digest = async (bytes: ArrayBuffer): Promise<string> =>
  btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))));
