import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Ends ffmpeg when this process ends, even after a crash. */
const TETHER = fileURLToPath(new URL('../../infra/local/system/exit-with-parent.ts', import.meta.url));

/** Length of the kept end of its error output, because a stream may run for days. */
const MAX_OUTPUT_CHARS = 2000;

export interface Encoder {
  /** Resolves when ffmpeg has ended, by `stop()`, or because the site refused it or disconnected. */
  readonly ended: Promise<void>;
  /** Returns ffmpeg's error output so far. */
  readonly complaints: () => string;
  readonly stop: () => void;
}

/** Sends a film over RTMP in real time, in a loop, without encoding. */
export function startEncoder(film: string, publishUrl: string): Encoder {
  const quiet = ['-nostdin', '-hide_banner', '-loglevel', 'error'];
  const endless = ['-re', '-stream_loop', '-1', '-i', film, '-c', 'copy'];
  const args = [...quiet, ...endless, '-f', 'flv', '-flvflags', 'no_duration_filesize', publishUrl];
  // In its own process group: Ctrl-C reaches this process first, which then ends its streams in order.
  const child = spawn(process.execPath, [TETHER, 'ffmpeg', ...args], {
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  });
  let complaints = '';
  child.stderr.on(
    'data',
    (text: Buffer) => (complaints = (complaints + text.toString()).slice(-MAX_OUTPUT_CHARS)),
  );
  const ended = new Promise<void>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', () => resolve());
  });
  ended.catch(() => {});
  return {
    ended,
    complaints: () => complaints.trim(),
    stop: () => {
      child.stdin.end();
    },
  };
}
