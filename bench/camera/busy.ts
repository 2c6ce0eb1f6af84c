import { startProgram } from '../support/programs.ts';

/** Work of others that keeps one core busy: x264, slowly, on a picture without end. */
const WORK = [
  ['-hide_banner', '-loglevel', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=1280x720:rate=30'],
  ['-c:v', 'libx264', '-preset', 'medium', '-threads', '1', '-f', 'null', '-'],
].flat();

/** Begins with it; answers how to end it. */
export const keepBusy = (): { end(): Promise<void> } => {
  const program = startProgram('ffmpeg', WORK);
  return { end: async () => void (await program.end()) };
};
