import { startProgram } from '../support/programs.ts';

/** A foreign load that keeps one core busy: x264 encodes an endless picture slowly. */
const WORK = [
  ['-hide_banner', '-loglevel', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=1280x720:rate=30'],
  ['-c:v', 'libx264', '-preset', 'medium', '-threads', '1', '-f', 'null', '-'],
].flat();

/** Starts the load. Returns a function that ends it. */
export const startCpuLoad = (): { end(): Promise<void> } => {
  const program = startProgram('ffmpeg', WORK);
  return { end: async () => void (await program.end()) };
};
