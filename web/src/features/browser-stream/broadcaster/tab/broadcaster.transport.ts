/** How a broadcaster reaches the browser, the API and S3. */
import { ApiFailure } from '../../../../lib/api/api-failure.ts';
import { requestUrl } from '../../../../lib/api/api-url.ts';
import { listen } from '../../../../lib/listen.ts';
import { call } from '../../../../lib/api/api.ts';
import { browserPatience } from '../../../../lib/api/patience/patience.browser.ts';
import { sayLast } from '../../../../lib/api/session/log-out.ts';
import { putToApi } from '../../../../lib/api/put/put-to-api.ts';
import { putToStorage } from '../../../../lib/api/put/put-to-storage.ts';
import type { BroadcasterPorts } from '../broadcaster.ports.ts';
import { openCamera } from '../../camera/camera.ts';
import { createChunkStore } from '../../chunks/chunk.store.ts';
import { takePicture } from '../../camera/picture.ts';
import { canRecord, startRecorder } from '../../camera/recorder.ts';
import { missingAbility } from '../../direct/abilities.ts';
import { lockInTab } from '../../../../lib/tab-lock.ts';

/** A chunk of two seconds takes less than one, usually. */
const SILENCE_MAX_MS = 20_000;
/** For calls, which are small. */
const ANSWER_MAX_MS = 20_000;

/** `token` answers what shows who broadcasts, after a logout too. */
export const browserPorts = (token: () => string | null): BroadcasterPorts => ({
  ...browserPatience,
  openCamera,
  lackFor: (way) =>
    way === 'direct' ? missingAbility() : canRecord() ? null : 'This browser records no WebM.',
  startRecorder,
  // The encoders are large, and not everybody who opens the page goes live.
  probeDirect: async (media) => (await import('../../direct/probe.ts')).probeDirect(media),
  startDirectRecorder: async (...args) =>
    (await import('../../direct/direct-recorder.ts')).startDirectRecorder(...args),
  takePicture,
  start: (body) => inTime((signal) => call('POST /browser-stream/start', { body, signal })),
  stop: (stream_id, chunk_count) =>
    inTime((signal) =>
      call('POST /browser-stream/stop/{stream_id}', { params: { stream_id }, body: { chunk_count }, signal }),
    ),
  lastWord: (stream_id, chunk_count) => {
    const { method, url } = requestUrl('POST /browser-stream/stop/{stream_id}', { stream_id });
    // A beacon cannot say who sends it.
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token()}` };
    const body = JSON.stringify({ chunk_count });
    sayLast(fetch(url, { method, headers, body, keepalive: true }).catch(() => {}));
  },
  look: (stream_id) =>
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

/** Calls; a call that is not answered is as good as lost. */
async function inTime<T>(ask: (signal: AbortSignal) => Promise<T>, end?: AbortSignal): Promise<T> {
  const late = AbortSignal.timeout(ANSWER_MAX_MS);
  try {
    return await ask(end ? AbortSignal.any([late, end]) : late);
  } catch (cause) {
    if (cause instanceof ApiFailure || end?.aborted) throw cause;
    throw new ApiFailure({ status: 0, code: 'network', cause });
  }
}
