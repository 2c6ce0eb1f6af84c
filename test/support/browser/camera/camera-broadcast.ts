import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkChange, parsePlaylist } from '../../media/playlist-validator.ts';

const POLL_INTERVAL_MS = 200;

/** All versions of a broadcast's playlist, each validated against RFC 8216. */
export interface PlaylistLog {
  readonly versions: readonly string[];
  /** Violations of the RFC. */
  readonly faults: readonly string[];
  stop(): void;
}

/** Polls a live playlist, also across restarts of the site. */
export function watchPlaylist(url: string): PlaylistLog {
  const versions: string[] = [];
  const faults: string[] = [];
  const inspect = async (): Promise<void> => {
    const response = await fetch(url).catch(() => null);
    if (!response?.ok) return;
    const text = await response.text();
    const before = versions.at(-1);
    if (text === before) return;
    try {
      if (before === undefined) parsePlaylist(text);
      else checkChange(before, text);
    } catch (error) {
      faults.push(String(error));
    }
    versions.push(text);
  };
  let isPolling = false;
  const timer = setInterval(() => {
    if (isPolling) return;
    isPolling = true;
    void inspect().finally(() => (isPolling = false));
  }, POLL_INTERVAL_MS);
  return { versions, faults, stop: () => clearInterval(timer) };
}

/** Writes a recording to a file. */
export async function recordedFile(directory: string, chunks: readonly Uint8Array[]): Promise<string> {
  const path = join(directory, 'recorded.webm');
  await writeFile(path, Buffer.concat(chunks));
  return path;
}

/** Fetches a video as a player does, and writes it to one file. */
export async function playedFile(directory: string, playlistUrl: string): Promise<string> {
  const text = await (await fetch(playlistUrl)).text();
  const { segments } = parsePlaylist(text);
  const bytesOf = async (uri: string): Promise<Uint8Array> => {
    const response = await fetch(new URL(uri, playlistUrl));
    if (!response.ok) throw new Error(`${uri} answered ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  };
  const inits = new Set(segments.map(({ initUri }) => initUri));
  if (inits.size !== 1) throw new Error(`The video has ${inits.size} inits`);
  const files = [...inits, ...segments.map(({ uri }) => uri)];
  const path = join(directory, 'played.mp4');
  await writeFile(path, Buffer.concat(await Promise.all(files.map(bytesOf))));
  return path;
}
