import { open, readFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PLAYLIST_FILE } from './ingest/hls-command.ts';

const POLL_MS = 20;
/** A segment that was announced may begin this late. */
const BEGINS_WITHIN_MS = 10_000;

/** Returns whether the playlist announces the segment, which is not complete then. */
export async function isAnnounced(directory: string, file: string): Promise<boolean> {
  const playlist = await readFile(join(directory, PLAYLIST_FILE), 'utf8').catch(() => '');
  return playlist.includes(`#EXT-X-PREFETCH:${file}\n`);
}

/**
 * Returns the bytes of an announced segment as they are written, until it is complete. Waits for its beginning;
 * `undefined` if it has none.
 */
export async function growingSegment(
  directory: string,
  file: string,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | undefined> {
  const handle = await openOnceWritten(directory, file, signal);
  if (!handle) return undefined;
  const bytes = bytesOf(handle, directory, file, signal);
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await bytes.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await bytes.return(undefined)),
  });
}

async function openOnceWritten(
  directory: string,
  file: string,
  signal: AbortSignal,
): Promise<FileHandle | undefined> {
  const deadlineMs = performance.now() + BEGINS_WITHIN_MS;
  while (!signal.aborted && performance.now() < deadlineMs) {
    const wasAnnounced = await isAnnounced(directory, file);
    const handle = await open(join(directory, file)).catch(() => undefined);
    if (handle) return handle;
    if (!wasAnnounced) return undefined;
    await delay(POLL_MS);
  }
  return undefined;
}

async function* bytesOf(
  handle: FileHandle,
  directory: string,
  file: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  try {
    while (!signal.aborted) {
      // Before the read, because bytes may be written between both.
      const isComplete = !(await isAnnounced(directory, file));
      const { bytesRead, buffer } = await handle.read({ buffer: new Uint8Array(64 * 1024) });
      if (bytesRead > 0) yield buffer.subarray(0, bytesRead);
      else if (isComplete) return;
      else await delay(POLL_MS);
    }
  } finally {
    await handle.close();
  }
}
