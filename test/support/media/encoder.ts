import { spawn } from 'node:child_process';

export interface Encoder {
  /** ffmpeg's exit code: 0 after `stop()`, another where the server refused it or hung up. */
  readonly exit: Promise<number>;
  /** What ffmpeg complained about so far. */
  readonly complaints: () => string;
  /** Ends as a person ends a stream in OBS. */
  stop(): Promise<number>;
}

export interface EncoderOptions {
  /** @default a tone */
  readonly sound?: boolean;
  /** ffmpeg's source of the picture, 30 frames a second. @default a test picture of 640x360 */
  readonly picture?: string;
  /** Of the picture, held to by stuffing. @default as many as it takes */
  readonly bitsPerSecond?: number;
}

/** Streams as OBS does, by RTMP and in real time: a keyframe each second, H.264, and a tone in AAC. */
export function startEncoder(url: string, options: EncoderOptions = {}): Encoder {
  const { sound = true, picture: source = 'testsrc2=size=640x360:rate=30', bitsPerSecond } = options;
  const picture = ['-re', '-f', 'lavfi', '-i', source];
  const tone = ['-re', '-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000', '-c:a', 'aac'];
  const video = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '30', '-pix_fmt', 'yuv420p'];
  if (bitsPerSecond) video.push(...constantRate(bitsPerSecond));
  const quiet = ['-nostdin', '-hide_banner', '-loglevel', 'error'];
  const args = [...quiet, ...picture, ...(sound ? tone : []), ...video, '-f', 'flv', url];
  const ffmpeg = spawn('ffmpeg', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let complaints = '';
  ffmpeg.stderr.on('data', (text: Buffer) => (complaints += text.toString()));
  const exit = new Promise<number>((resolve, reject) => {
    ffmpeg.on('error', reject);
    // ffmpeg answers 255 when it was told to end.
    ffmpeg.on('close', (code, signal) => resolve(code === 255 || signal ? 0 : (code ?? 0)));
  });
  return {
    exit,
    complaints: () => complaints,
    stop: () => {
      ffmpeg.kill('SIGINT');
      return exit;
    },
  };
}

/** As OBS sends by default, whatever the picture shows. */
function constantRate(bitsPerSecond: number): string[] {
  const bits = `${bitsPerSecond}`;
  const rate = ['-b:v', bits, '-minrate', bits, '-maxrate', bits, '-bufsize', bits];
  return [...rate, '-x264-params', 'nal-hrd=cbr'];
}
