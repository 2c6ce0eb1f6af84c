/** The real ports of a broadcaster: the browser, the API and S3. */
import { MAX_LIVE_PICTURE_BYTES } from '#shared/limits.ts';
import type { BrowserStreamSetup, ChunkUrl, Way } from '#shared/live/browser-stream.ts';
import { ApiFailure } from '#web/lib/api/api-failure.ts';
import { requestUrl } from '#web/lib/api/api-url.ts';
import { call } from '#web/lib/api/api.ts';
import { anySignal } from '#web/lib/async/any-signal.ts';
import { browserPatience } from '#web/lib/api/patience/patience.ts';
import { putToApi, putToStorage } from '#web/lib/api/put-bytes.ts';
import { beforeSessionEnds } from '#web/lib/api/session/log-out.ts';
import { ANSWER_MAX_MS, timedFetch } from '#web/lib/api/timed-fetch.ts';
import { listen } from '#web/lib/listen.ts';
import { lockInTab } from '#web/lib/tab-lock.ts';
import { inTime } from '#web/lib/wait.ts';
import { openCamera, openScreen } from '../camera/camera.ts';
import { canShareScreen } from '../camera/screen/display.ts';
import { canRecord, startRecorder } from '../camera/recorder.ts';
import { createPieceStore } from '../pieces/piece-store.ts';
import type { startDirectRecorder } from '../direct/direct-recorder.ts';
import { missingAbility } from '../direct/direct.ts';
import type { WaitingPiece } from '../pieces/piece.ts';
import { t } from '#web/lib/i18n/messages.ts';

/** A chunk of two seconds takes less than one, usually. */
const SILENCE_MAX_MS = 20_000;

/** What a broadcaster needs from the browser, the API and S3; tests pass fakes. */
export type BroadcasterPorts = ReturnType<typeof browserPorts>;

/** `token` returns the session token of the broadcaster, also after a logout. */
export const browserPorts = (token: () => string | null) => ({
  ...browserPatience,
  openCamera,
  openScreen,
  canShareScreen,
  /** What this browser lacks for a way, as a sentence, or `null`. The direct way needs a probe in addition. */
  lackFor: (way: Way) =>
    way === 'direct' ? missingAbility() : canRecord() ? null : t('browserStream.noWebmRecording'),
  startRecorder,
  // Loaded on demand, because the encoders are large and not every visitor of the page goes live.
  probeDirect: async (media: MediaStream) => (await import('../direct/probe.ts')).probeDirect(media),
  startDirectRecorder: async (...args: Parameters<typeof startDirectRecorder>) =>
    (await import('../direct/direct-recorder.ts')).startDirectRecorder(...args),
  takePicture,
  start: (body: BrowserStreamSetup) =>
    answered((signal) => call('POST /browser-stream/start', { body, signal })),
  /** Ends a broadcast; a repeated call updates the number of chunks. */
  stop: (stream_id: string, chunk_count: number) =>
    answered((signal) =>
      call('POST /browser-stream/stop/{stream_id}', { params: { stream_id }, body: { chunk_count }, signal }),
    ),
  /** `stop` without waiting for the answer, for a page that unloads and after a logout. */
  stopWithoutAnswer: (stream_id: string, chunk_count: number) =>
    postWithoutAnswer(token(), 'POST /browser-stream/stop/{stream_id}', stream_id, { chunk_count }),
  /** The page unloads, and another one may continue the broadcast. */
  pauseWithoutAnswer: (stream_id: string, session: number) =>
    postWithoutAnswer(token(), 'POST /browser-stream/{stream_id}/pause', stream_id, { session }),
  /** Continues a broadcast of another page; a repeated call does so again. */
  resume: (stream_id: string, recording_id: string, recorded: number) =>
    answered((signal) =>
      call('POST /browser-stream/{stream_id}/resume', {
        params: { stream_id },
        body: { recording_id, recorded },
        signal,
      }),
    ),
  fetchBroadcast: (stream_id: string) =>
    answered((signal) => call('GET /browser-stream/{stream_id}', { params: { stream_id }, signal })),
  fetchAddresses: (stream_id: string, chunks: readonly WaitingPiece[], end: AbortSignal) => {
    const body = { chunks: chunks.map(({ seq, sizeBytes: size, sha256 }) => ({ seq, size, sha256 })) };
    return answered(
      (signal) => call('POST /browser-stream/upload/{stream_id}', { params: { stream_id }, body, signal }),
      end,
    );
  },
  /** Throws `ApiFailure`. */
  putSegment: (stream_id: string, { seq, sha256 }: WaitingPiece, body: ArrayBuffer, signal: AbortSignal) =>
    putToApi('PUT /browser-stream/{stream_id}/segments/{seq}', {
      params: { stream_id, seq },
      // RFC 9530.
      headers: { 'Content-Type': 'video/mp4', 'Content-Digest': `sha-256=:${sha256}:` },
      body,
      signal,
      silenceMaxMs: SILENCE_MAX_MS,
    }),
  putPicture: (stream_id: string, body: Blob, signal: AbortSignal) =>
    putToApi('PUT /browser-stream/{stream_id}/picture', {
      params: { stream_id },
      headers: { 'Content-Type': body.type },
      body,
      signal,
      silenceMaxMs: SILENCE_MAX_MS,
    }),
  /** Throws `StorageFailure`. */
  put: ({ url, headers }: ChunkUrl, body: ArrayBuffer, signal: AbortSignal): Promise<unknown> =>
    putToStorage({ url, headers, body, signal, silenceMaxMs: SILENCE_MAX_MS }),
  store: createPieceStore(),
  /** Locks a broadcast for this tab and returns the function that unlocks it; `null` if another tab has it. */
  lock: (streamId: string) => lockInTab(`broadcast ${streamId}`),
  onOnline: (act: () => void) => listen(window, 'online', act),
  onBeat,
  /** In ms since 1970. */
  clockMs: Date.now,
  newId: (): string => crypto.randomUUID(),
  /** Logs failures that the page does not display: specification §8. */
  log: (message: string, error: unknown): void => console.error(message, error),
});

function postWithoutAnswer(token: string | null, route: string, stream_id: string, content: object): void {
  const { method, url } = requestUrl(route, { stream_id });
  // Not a beacon, because it cannot have an Authorization header.
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
  const body = JSON.stringify(content);
  beforeSessionEnds(timedFetch(url, { method, headers, body, keepalive: true }).catch(() => {}));
}

/** Calls `act` each second, also in a hidden page, whose own timers run once a minute. Returns how to end that. */
function onBeat(act: () => void): () => void {
  const worker = new Worker(new URL('./beat.worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', act);
  return () => worker.terminate();
}

/** Treats a call without an answer in time as a network failure. */
async function answered<T>(request: (signal: AbortSignal) => Promise<T>, end?: AbortSignal): Promise<T> {
  const late = AbortSignal.timeout(ANSWER_MAX_MS);
  try {
    return await request(end ? anySignal([late, end]) : late);
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

/** A camera that delivers nothing may keep `play` waiting for ever. */
const PLAYING_MAX_MS = 10_000;

async function drawn(media: MediaStream): Promise<OffscreenCanvas> {
  const video = Object.assign(document.createElement('video'), { muted: true, playsInline: true });
  video.srcObject = media;
  try {
    await inTime(video.play(), PLAYING_MAX_MS);
    const { videoWidth, videoHeight } = video;
    const scale = Math.min(1, MAX_WIDTH_PX / videoWidth);
    const canvas = new OffscreenCanvas(Math.round(videoWidth * scale), Math.round(videoHeight * scale));
    canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
    return canvas;
  } finally {
    video.srcObject = null;
  }
}
