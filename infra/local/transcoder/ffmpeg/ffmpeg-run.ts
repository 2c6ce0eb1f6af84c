import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { JobError } from '../request/job-error.ts';
import { EXIT_WITH_PARENT_SCRIPT } from './ffmpeg-with-parent.ts';

const KEPT_COMPLAINTS = 16 * 1024;
/** ffmpeg's messages for an input whose packets cannot be decoded. */
const UNDECODABLE =
  /invalid data found when processing input|error submitting packet to decoder|partial file|truncat/i;
/** Failures of the machine. All others are caused by the file, so that a retry would not help. */
const MACHINES_FAULT =
  /no space left|cannot allocate memory|input\/output error|permission denied|not found|too many open files|resource temporarily unavailable/i;

export interface FfmpegRun {
  readonly args: readonly string[];
  /** Niceness, from 0 to 19. */
  readonly niceness: number;
  readonly limitMs: number;
  readonly signal: AbortSignal;
  /** Called with the processed time of the output, in seconds. */
  readonly onProgress: (doneS: number) => void;
}

/**
 * Runs ffmpeg to its end. It does not outlive this process, and Ctrl-C in a terminal does not reach it: the caller ends
 * it by `signal`, and then this throws the signal's reason. Throws `JobError` 1076 where the input ends early or cannot be
 * decoded, 1040 where ffmpeg cannot make the outputs of it, and 1999 where the machine fails.
 */
export async function runFfmpeg(options: FfmpegRun): Promise<void> {
  const { args, niceness, limitMs, signal, onProgress } = options;
  signal.throwIfAborted();
  const program = niceness > 0 ? ['nice', '-n', `${niceness}`, 'ffmpeg'] : ['ffmpeg'];
  const child = spawn('sh', ['-c', EXIT_WITH_PARENT_SCRIPT, 'sh', ...program, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  let complaints = '';
  child.stderr.on('data', (text: Buffer) => (complaints = `${complaints}${text}`.slice(-KEPT_COMPLAINTS)));
  createInterface(child.stdout).on('line', (line) => {
    const doneUs = /^out_time_us=(\d+)$/.exec(line)?.[1];
    if (doneUs) onProgress(Number(doneUs) / 1e6);
  });
  let isLate = false;
  const kill = (): void => killGroup(child.pid);
  const limit = setTimeout(() => {
    isLate = true;
    kill();
  }, limitMs);
  signal.addEventListener('abort', kill);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  }).finally(() => {
    clearTimeout(limit);
    signal.removeEventListener('abort', kill);
  });
  signal.throwIfAborted();
  if (isLate) throw new JobError('unknown', `the job takes longer than ${Math.round(limitMs / 1000)} s`);
  judge(code, complaints);
}

/** Kills the process group: the parent watcher and ffmpeg, which need no cleanup. */
function killGroup(leader: number | undefined): void {
  try {
    if (leader) process.kill(-leader, 'SIGKILL');
  } catch (error) {
    // They have already ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function judge(code: number | null, complaints: string): void {
  if (code === 0) return;
  const last = complaints.trim().split('\n').slice(-2).join('; ') || `ffmpeg ended with ${code}`;
  // Ended by a signal, directly or as the shell's exit code reports it.
  if (code === null || code > 128 || MACHINES_FAULT.test(complaints)) throw new JobError('unknown', last);
  // A truncated recording plays up to its end.
  if (UNDECODABLE.test(complaints)) throw new JobError('endsEarly', last);
  throw new JobError('unsuitableSettings', last);
}
