import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { JobError } from '../request/job-error.ts';
import { TETHER_SCRIPT } from './ffmpeg-with-parent.ts';

const KEPT_COMPLAINTS = 16 * 1024;
/** What ffmpeg complains of where an input has packets, but nothing that its decoders could make pictures or sound of. */
const UNDECODABLE =
  /invalid data found when processing input|error submitting packet to decoder|partial file|truncat/i;
/** Everything else that stops ffmpeg is in the file, and would be so at each further try. */
const MACHINES_FAULT =
  /no space left|cannot allocate memory|input\/output error|permission denied|not found|too many open files|resource temporarily unavailable/i;

export interface FfmpegRun {
  readonly args: readonly string[];
  /** How much it gives way to everything else on the machine, from 0 to 19. */
  readonly niceness: number;
  readonly limitMs: number;
  readonly signal: AbortSignal;
  /** Called with how much of the output's time is done, in seconds. */
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
  const child = spawn('sh', ['-c', TETHER_SCRIPT, 'sh', ...program, ...args], {
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

/** Ends the tether, and ffmpeg with it; neither has anything to tidy up. */
function killGroup(leader: number | undefined): void {
  try {
    if (leader) process.kill(-leader, 'SIGKILL');
  } catch (error) {
    // They have just ended by themselves.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function judge(code: number | null, complaints: string): void {
  if (code === 0) return;
  const last = complaints.trim().split('\n').slice(-2).join('; ') || `ffmpeg ended with ${code}`;
  // A signal ended it, or the shell says that one did.
  if (code === null || code > 128 || MACHINES_FAULT.test(complaints)) throw new JobError('unknown', last);
  // A recording that broke off plays up to there.
  if (UNDECODABLE.test(complaints)) throw new JobError('endsEarly', last);
  throw new JobError('unsuitableSettings', last);
}
