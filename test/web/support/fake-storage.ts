/** An API and an S3 that take uploads, in memory; time passes only when somebody sleeps. */
import type { VideoUploadStatus } from '#shared/videos/videos.ts';
import { ApiFailure } from '#web/lib/api/api-failure.ts';
import type { PutPart } from '#web/features/videos/upload/upload-sender.ts';
import type { UploadState } from '#web/features/videos/upload/upload-progress.ts';
import { createUploader } from '#web/features/videos/upload/uploader.ts';

export const PART_BYTES = 10;
export const UPLOAD_ID = '01J0000000000000000000UP01';
const VIDEO_URL = '/uploads/1';

export function createFakeStorage(sizeBytes: number) {
  const count = Math.ceil(sizeBytes / PART_BYTES);
  const stored = new Map<number, string>();
  const sent: number[] = [];
  const waitedMs: number[] = [];
  let nowMs = 0;
  let addresses = 0;
  let isCompleted = false;
  let begun = 0;

  const status = (): VideoUploadStatus => {
    addresses += 1;
    const numbers = Array.from({ length: count }, (_, index) => index + 1);
    return {
      upload_id: UPLOAD_ID,
      video_url: VIDEO_URL,
      part_size: PART_BYTES,
      size: sizeBytes,
      completed: isCompleted,
      stored: [...stored].map(([part_number, etag]) => ({ part_number, etag })),
      parts: numbers
        .filter((number) => !stored.has(number))
        .map((part_number) => ({ part_number, url: `s3://${part_number}?v=${addresses}` })),
    };
  };

  const put: PutPart = async (part, { signal, onProgress }) => {
    sent.push(part.number);
    onProgress((part.endByte - part.startByte) / 2);
    await Promise.resolve();
    signal.throwIfAborted();
    stored.set(part.number, `"${part.number}"`);
    return `"${part.number}"`;
  };

  const ports = {
    begin: async () => {
      begun += 1;
      return status();
    },
    fetchStatus: async (_id: string) => status(),
    complete: async (_id: string, parts: readonly { part_number: number; etag: string }[]) => {
      if (parts.length !== count || stored.size !== count) throw refusal(409, 'conflict');
      isCompleted = true;
      return { video_url: VIDEO_URL };
    },
    put,
    isOnline: () => true,
    untilOnline: async (_signal: AbortSignal) => {},
    sleep: async (ms: number, signal: AbortSignal) => {
      signal.throwIfAborted();
      waitedMs.push(ms);
      nowMs += ms;
    },
    nowMs: () => nowMs,
    random: () => 0,
  };

  return {
    ports,
    put,
    stored,
    /** The numbers of the parts in the order in which they were sent, repeated ones included. */
    sent,
    waitedMs,
    begun: () => begun,
    isCompleted: () => isCompleted,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

export type FakeStorage = ReturnType<typeof createFakeStorage>;

export const refusal = (status: number, code: ConstructorParameters<typeof ApiFailure>[0]['code']) =>
  new ApiFailure({ status, code, detail: 'In words' });

/** An upload of `sizeBytes` to `storage`; `until` waits for a phase. */
export function startUpload(storage: FakeStorage, sizeBytes: number, uploadId?: string) {
  const states: UploadState[] = [];
  const begunIds: string[] = [];
  const waiting = new Map<string, () => void>();
  const uploader = createUploader({
    size: sizeBytes,
    ports: storage.ports,
    uploadId,
    onBegun: (id) => begunIds.push(id),
    onChange: (state) => {
      states.push(state);
      waiting.get(state.phase)?.();
    },
  });
  const until = async (phase: UploadState['phase']): Promise<UploadState> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.set(phase, resolve);
    if (states.at(-1)?.phase !== phase) await promise;
    return states.at(-1) as UploadState;
  };
  uploader.start();
  return { uploader, states, begunIds, until };
}
