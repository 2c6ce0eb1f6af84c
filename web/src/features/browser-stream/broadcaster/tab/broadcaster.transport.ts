/** The real ports of a broadcaster: the browser, the API and S3. */
import { MAX_LIVE_PICTURE_BYTES } from '../../../../../../shared/limits.ts';
import { ApiFailure } from '../../../../lib/api/api-failure.ts';
import { requestUrl } from '../../../../lib/api/api-url.ts';
import { call } from '../../../../lib/api/api.ts';
import { browserPatience } from '../../../../lib/api/patience/patience.browser.ts';
import { putToApi, putToStorage } from '../../../../lib/api/put-bytes.ts';
import { beforeSessionEnds } from '../../../../lib/api/session/log-out.ts';
import { listen } from '../../../../lib/listen.ts';
import { lockInTab } from '../../../../lib/tab-lock.ts';
import { openCamera } from '../../camera/camera.ts';
import { canRecord, startRecorder } from '../../camera/recorder.ts';
import { createChunkStore } from '../../chunks/chunk.store.ts';
import { missingAbility } from '../../direct/direct.ts';
import type { BroadcasterPorts } from '../broadcaster.ports.ts';

/** A chunk of two seconds takes less than one, usually. */
const SILENCE_MAX_MS = 20_000;
/** For calls, which are small. */
const ANSWER_MAX_MS = 20_000;

/** `token` returns the access token of the broadcaster, also after a logout. */
export const browserPorts = (token: () => string | null): BroadcasterPorts => ({
  ...browserPatience,
  openCamera,
  lackFor: (way) =>
    way === 'direct' ? missingAbility() : canRecord() ? null : 'This browser records no WebM.',
  startRecorder,
  // Loaded on demand, because the encoders are large and not every visitor of the page goes live.
  probeDirect: async (media) => (await import('../../direct/probe.ts')).probeDirect(media),
  startDirectRecorder: async (...args) =>
    (await import('../../direct/direct-recorder.ts')).startDirectRecorder(...args),
  takePicture,
  start: (body) => inTime((signal) => call('POST /browser-stream/start', { body, signal })),
  stop: (stream_id, chunk_count) =>
    inTime((signal) =>
      call('POST /browser-stream/stop/{stream_id}', { params: { stream_id }, body: { chunk_count }, signal }),
    ),
  stopWithoutAnswer: (stream_id, chunk_count) => {
    const { method, url } = requestUrl('POST /browser-stream/stop/{stream_id}', { stream_id });
    // Not a beacon, because it cannot have an Authorization header.
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token()}` };
    const body = JSON.stringify({ chunk_count });
    beforeSessionEnds(fetch(url, { method, headers, body, keepalive: true }).catch(() => {}));
  },
  fetchBroadcast: (stream_id) =>
    inTime((signal) => call('GET /browser-stream/{stream_id}', { params: { stream_id }, signal })),
  askAddresses: (stream_id, chunks, end) => {
    const body = { chunks: chunks.map(({ seq, sizeBytes: size, sha256 }) => ({ seq, size, sha256 })) };
    return inTime(
      (signal) => call('POST /browser-stream/upload/{stream_id}', { params: { stream_id }, body, signal }),
      end,
    );
  },
  putSegment: (stream_id, { seq, sha256 }, body, signal) =>
    putToApi('PUT /browser-stream/{stream_id}/segments/{seq}', {
      params: { stream_id, seq },
      // RFC 9530.
      headers: { 'Content-Type': 'video/mp4', 'Content-Digest': `sha-256=:${sha256}:` },
      body,
      signal,
      silenceMaxMs: SILENCE_MAX_MS,
    }),
  putPicture: (stream_id, body, signal) =>
    putToApi('PUT /browser-stream/{stream_id}/picture', {
      params: { stream_id },
      headers: { 'Content-Type': body.type },
      body,
      signal,
      silenceMaxMs: SILENCE_MAX_MS,
    }),
  put: ({ url, headers }, body, signal) =>
    putToStorage({ url, headers, body, signal, silenceMaxMs: SILENCE_MAX_MS }),
  store: createChunkStore(),
  lock: (streamId) => lockInTab(`broadcast ${streamId}`),
  onOnline: (act) => listen(window, 'online', act),
  clockMs: Date.now,
  newId: () => crypto.randomUUID(),
  log: (words, error) => console.error(words, error),
});

/** Treats a call without an answer in time as a network failure. */
async function inTime<T>(ask: (signal: AbortSignal) => Promise<T>, end?: AbortSignal): Promise<T> {
  const late = AbortSignal.timeout(ANSWER_MAX_MS);
  try {
    return await ask(end ? AbortSignal.any([late, end]) : late);
  } catch (cause) {
    if (cause instanceof ApiFailure || end?.aborted) throw cause;
    throw new ApiFailure({ status: 0, code: 'network', cause });
  }
}

const MAX_WIDTH_PX = 640;
/** Lower qualities are tried if the picture is too large. */
const QUALITIES = [0.7, 0.5, 0.3];

/** Takes a JPEG of the camera, at most 640 px wide and `MAX_LIVE_PICTURE_BYTES` large. Throws if the browser cannot encode it. */
async function takePicture(media: MediaStream): Promise<Blob> {
  const canvas = await drawn(media);
  for (const quality of QUALITIES) {
    const picture = await canvas.convertToBlob({ type: 'image/jpeg', quality });
    if (picture.size <= MAX_LIVE_PICTURE_BYTES) return picture;
  }
  throw new Error('The picture could not be made small enough');
}

async function drawn(media: MediaStream): Promise<OffscreenCanvas> {
  const video = Object.assign(document.createElement('video'), { muted: true, playsInline: true });
  video.srcObject = media;
  try {
    await video.play();
    const { videoWidth, videoHeight } = video;
    const scale = Math.min(1, MAX_WIDTH_PX / videoWidth);
    const canvas = new OffscreenCanvas(Math.round(videoWidth * scale), Math.round(videoHeight * scale));
    canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
    return canvas;
  } finally {
    video.srcObject = null;
  }
}
