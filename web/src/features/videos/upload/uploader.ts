/** Begins or resumes an upload, sends its parts and completes it, through `UploaderPorts`. */
import type { UploadedVideo, VideoUpload, VideoUploadStatus } from '#shared/videos/videos.ts';
import { createPatience, type Patience, type PatiencePorts } from '#web/lib/api/patience/patience.ts';
import { statusOf } from '#web/lib/api/patience/retry.ts';
import { type Part, partsOf, receiptsOf, refreshed } from './upload-parts.ts';
import { type PutPart, sendParts } from './upload-sender.ts';
import { createProgressReporter, type ProgressReporter, type UploadState } from './upload-progress.ts';

export interface UploaderPorts extends PatiencePorts {
  begin(): Promise<VideoUpload>;
  fetchStatus(uploadId: string): Promise<VideoUploadStatus>;
  complete(uploadId: string, parts: ReturnType<typeof receiptsOf>): Promise<UploadedVideo>;
  readonly put: PutPart;
}

export type Uploader = ReturnType<typeof createUploader>;

interface UploaderOptions {
  readonly size: number;
  readonly ports: UploaderPorts;
  readonly uploadId?: string | undefined;
  /** Reports the id once known. */
  readonly onBegun: (uploadId: string) => void;
  readonly onChange: (state: UploadState) => void;
}

interface Memory {
  uploadId: string | undefined;
  /** Empty until known. */
  parts: readonly Part[];
  /** The request that begins it, which a pause does not cancel. */
  beginning: Promise<VideoUpload> | null;
}

export function createUploader(options: UploaderOptions) {
  const memory: Memory = { uploadId: options.uploadId, parts: [], beginning: null };
  const progress = createProgressReporter(options, memory);
  let running: AbortController | null = null;
  let isOver = false;

  const stop = (phase: 'paused' | 'failed', error: unknown) => {
    running?.abort();
    running = null;
    memory.parts = memory.parts.map((part) => ({ ...part, sentBytes: 0 }));
    progress.report({ phase, error });
  };

  /** Begins or resumes. Ignored while running and after completion. */
  const start = () => {
    if (running || isOver) return;
    const mine = new AbortController();
    running = mine;
    upload({ ...options, memory, progress, signal: mine.signal }).then(
      (videoUrl) => {
        isOver = true;
        progress.report({ phase: 'uploaded', videoUrl });
      },
      (error: unknown) => {
        if (mine.signal.aborted) return;
        // Only the API knows what is stored.
        memory.parts = [];
        stop('failed', error);
      },
    );
  };

  /** Stops at once. Interrupted parts are sent again. */
  const pause = () => {
    if (running && progress.phase() !== 'completing' && !isOver) stop('paused', null);
  };
  return { start, pause };
}

interface Run extends UploaderOptions {
  readonly memory: Memory;
  readonly progress: ProgressReporter;
  readonly signal: AbortSignal;
}

/** One run. Returns the `video_url`; throws the reason of failure. */
async function upload(run: Run): Promise<string> {
  const { progress, ports, signal } = run;
  const patience = createPatience(ports, signal);
  progress.report({ phase: 'preparing', error: null });
  const doneBefore = await prepare(run, patience);
  if (doneBefore !== null) return doneBefore;
  await send(run, patience);
  try {
    return await complete(run, patience);
  } catch (error) {
    // S3 lacks parts, which are sent again.
    if (statusOf(error) !== 409) throw error;
    run.memory.parts = await refetchParts(run, patience, false);
    await send(run, patience);
    return complete(run, patience);
  }
}

/** Loads the parts. Returns the `video_url` if complete. */
async function prepare(run: Run, patience: Patience): Promise<string | null> {
  const { memory, size } = run;
  if (memory.parts.length > 0) return null;
  const status = await knownUpload(run, patience);
  if (status?.completed) return status.video_url;
  memory.parts = partsOf(size, status ?? (await patience.retry(() => beginOnce(run))));
  return null;
}

/** A run that follows a pause shares the request of the run before. */
function beginOnce(run: Run): Promise<VideoUpload> {
  const { memory } = run;
  memory.beginning ??= begin(run).finally(() => {
    memory.beginning = null;
  });
  return memory.beginning;
}

/** Remembers the upload even if the run has ended. */
async function begin({ memory, ports, onBegun }: Run): Promise<VideoUpload> {
  const upload = await ports.begin();
  memory.uploadId = upload.upload_id;
  onBegun(upload.upload_id);
  return upload;
}

/** The earlier upload; `null` without one or after its cleanup. */
async function knownUpload({ memory, ports }: Run, patience: Patience): Promise<VideoUploadStatus | null> {
  const { uploadId } = memory;
  if (uploadId === undefined) return null;
  return patience
    .retry(() => ports.fetchStatus(uploadId))
    .catch((error: unknown) => {
      if (statusOf(error) === 404) return null;
      throw error;
    });
}

async function send(run: Run, patience: Patience): Promise<void> {
  const { memory, progress, ports, signal } = run;
  progress.startSending();
  await sendParts({
    list: memory,
    put: ports.put,
    patience,
    signal,
    checkAgain: () => refetchParts(run, patience, true),
    onProgress: progress.onParts,
  });
}

async function refetchParts(run: Run, patience: Patience, keepsKnown: boolean): Promise<readonly Part[]> {
  const { memory, ports, size } = run;
  const status = await patience.retry(() => ports.fetchStatus(memory.uploadId ?? ''));
  return keepsKnown ? refreshed(memory.parts, size, status) : partsOf(size, status);
}

async function complete({ memory, progress, ports }: Run, patience: Patience): Promise<string> {
  progress.report({ phase: 'completing' });
  const receipts = receiptsOf(memory.parts);
  return (await patience.retry(() => ports.complete(memory.uploadId ?? '', receipts))).video_url;
}
