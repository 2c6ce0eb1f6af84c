import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Ends ffmpeg when this process ends, however it ends. */
const TETHER = fileURLToPath(new URL('../../infra/local/system/tether.ts', import.meta.url));

export interface Encoder {
  /** Fulfilled when ffmpeg has ended: by `stop()`, or because the site refused it or hung up. */
  readonly ended: Promise<void>;
  readonly stop: () => void;
}

/** Sends a film over RTMP in real time, again and again, without encoding anything. */
export function startEncoder(film: string, publishUrl: string): Encoder {
  const quiet = ['-nostdin', '-hide_banner', '-loglevel', 'quiet'];
  const endless = ['-re', '-stream_loop', '-1', '-i', film, '-c', 'copy'];
  const args = [...quiet, ...endless, '-f', 'flv', '-flvflags', 'no_duration_filesize', publishUrl];
  // A group of its own: Ctrl-C reaches this process first, which then ends its streams in order.
  const child = spawn(process.execPath, [TETHER, 'ffmpeg', ...args], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', () => resolve());
  });
  ended.catch(() => {});
  return {
    ended,
    stop: () => {
      child.stdin.end();
    },
  };
}
