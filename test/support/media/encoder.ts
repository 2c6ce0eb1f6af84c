import { type ChildProcess, spawn } from 'node:child_process';
import { cachedMedia } from './cached-files.ts';
import { ffmpeg } from './transcoder-media.ts';

export interface Encoder {
  /** ffmpeg's exit code: 0 after `stop()`, another if the server refused it or disconnected. */
  readonly exit: Promise<number>;
  /** ffmpeg's error output so far. */
  readonly complaints: () => string;
  /** Stops sending, like a dead connection, until it is stopped. */
  freeze(): void;
  /** Ends the stream properly, as OBS does. */
  stop(): Promise<number>;
}

export interface EncoderOptions {
  /** @default a tone */
  readonly sound?: boolean;
  /** ffmpeg's source of the picture, 30 frames a second. @default a test film of 640x360 */
  readonly picture?: string;
  /** Constant bit rate of the video, with filler data. @default variable */
  readonly bitsPerSecond?: number;
  /** Frames from one keyframe to the next; x264's default, and so OBS's, is 250. @default 30 */
  readonly keyframeEvery?: number;
}

const TEST_PICTURE = 'testsrc2=size=640x360:rate=30';
const TONE = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000'];
const H264 = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p'.split(' ');
const FRAMES_PER_SECOND = 30;
/** A whole number of AAC frames (8 s × 48,000 ÷ 1,024 = 375), so that the film loops seamlessly. */
const FILM_S = 8;

/** Streams like OBS, over RTMP in real time: a keyframe each second, H.264, and a tone in AAC. */
export function startEncoder(url: string, options: EncoderOptions = {}): Encoder {
  const ended = new AbortController();
  let running: ChildProcess | undefined;
  let complaints = '';
  const run = async (): Promise<number> => {
    const args = [...(await sourceOf(options)), '-f', 'flv', url];
    if (ended.signal.aborted) return 0;
    const quiet = ['-nostdin', '-hide_banner', '-loglevel', 'error'];
    const child = spawn('ffmpeg', [...quiet, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
    running = child;
    ended.signal.addEventListener('abort', () => {
      child.kill('SIGCONT');
      child.kill('SIGINT');
    });
    child.stderr.on('data', (text: Buffer) => (complaints += text.toString()));
    return new Promise<number>((resolve, reject) => {
      child.on('error', reject);
      // ffmpeg exits with 255 if a signal ended it.
      child.on('close', (code, signal) => resolve(code === 255 || signal ? 0 : (code ?? 0)));
    });
  };
  const exit = run();
  return {
    exit,
    complaints: () => complaints,
    freeze: () => void running?.kill('SIGSTOP'),
    stop: () => {
      ended.abort();
      return exit;
    },
  };
}

/** If the picture does not matter, loops a film without encoding. */
async function sourceOf(options: EncoderOptions): Promise<string[]> {
  const { sound = true, picture, bitsPerSecond, keyframeEvery = FRAMES_PER_SECOND } = options;
  const encoded = [...H264, '-g', `${keyframeEvery}`];
  if (picture === undefined && bitsPerSecond === undefined && keyframeEvery <= FRAMES_PER_SECOND) {
    const tone = sound ? [...TONE, '-c:a', 'aac'] : [];
    const visible = ['-f', 'lavfi', '-i', TEST_PICTURE, ...tone, ...encoded];
    const film = await cachedMedia(ffmpeg, [...visible, '-t', `${FILM_S}`], '.mp4');
    return ['-re', '-stream_loop', '-1', '-i', film, '-c', 'copy', '-flvflags', 'no_duration_filesize'];
  }
  const tone = sound ? ['-re', ...TONE, '-c:a', 'aac'] : [];
  const rate = bitsPerSecond ? constantRate(bitsPerSecond) : [];
  const input = ['-re', '-f', 'lavfi', '-i', picture ?? TEST_PICTURE];
  return [...input, ...tone, ...encoded, ...rate];
}

/** OBS's default rate control, whatever the picture. */
function constantRate(bitsPerSecond: number): string[] {
  const bits = `${bitsPerSecond}`;
  const rate = ['-b:v', bits, '-minrate', bits, '-maxrate', bits, '-bufsize', bits];
  return [...rate, '-x264-params', 'nal-hrd=cbr'];
}
