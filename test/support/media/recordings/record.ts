/**
 * Records the fixtures of this folder: `node test/support/media/recordings/record.ts`. Chromium's MediaRecorder writes
 * them, with a chunk every 2000 ms as in broadcasts. A fixture is the concatenated chunks (`.webm`) and their lengths
 * (`.json`). The picture counts its frames in black and white cells; the sound is a sine that rises from 300 Hz to 1100
 * Hz, so that every moment of both is unique.
 */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { chromium, type Page } from 'playwright-core';

interface Recording {
  readonly name: string;
  readonly source: 'drawn' | 'camera';
  readonly seconds: number;
  /** The first track in the header. It varies from run to run, so runs are repeated until it matches. */
  readonly firstTrack: 'audio' | 'video';
  /** MediaRecorder's `videoKeyFrameIntervalDuration`, if set. */
  readonly keyframeIntervalMs?: number;
}

const RECORDINGS: readonly Recording[] = [
  { name: 'keyframes-1s', source: 'drawn', seconds: 18, firstTrack: 'video', keyframeIntervalMs: 1000 },
  { name: 'keyframes-default', source: 'drawn', seconds: 18, firstTrack: 'audio' },
  { name: 'camera', source: 'camera', seconds: 12, firstTrack: 'audio', keyframeIntervalMs: 1000 },
];
const CHUNK_INTERVAL_MS = 2000;
const MAX_RUNS = 4;

/** Runs in the page. Returns each chunk in base64. */
async function record({
  source,
  seconds,
  firstTrack,
  keyframeIntervalMs,
  chunkMs,
}: Recording & { chunkMs: number }) {
  const drawn = async (): Promise<MediaStream> => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 });
    const context = canvas.getContext('2d', { alpha: false })!;
    let counter = 0;
    const cell = (index: number, isWhite: boolean) => {
      context.fillStyle = isWhite ? '#fff' : '#000';
      context.fillRect((index % 8) * 40, Math.floor(index / 8) * 45, 40, 45);
    };
    const draw = () => {
      for (let bit = 0; bit < 16; bit += 1) cell(bit, ((counter >> bit) & 1) === 1);
      context.fillStyle = `hsl(${counter % 360} 80% 50%)`;
      context.fillRect(0, 90, 320, 90);
      context.fillStyle = '#fff';
      context.fillRect((counter * 3) % 300, 110, 20, 50);
      counter += 1;
    };
    // The track whose data arrives first is the first in the header.
    setTimeout(() => setInterval(draw, 1000 / 30), firstTrack === 'audio' ? 900 : 0);
    const audio = new AudioContext({ sampleRate: 48_000 });
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const target = audio.createMediaStreamDestination();
    volume.gain.value = 0.5;
    tone.frequency.setValueAtTime(300, audio.currentTime);
    tone.frequency.linearRampToValueAtTime(300 + 40 * 24, audio.currentTime + 24);
    tone.connect(volume).connect(target);
    tone.start();
    await audio.resume();
    const pictures = canvas.captureStream(30).getVideoTracks();
    return new MediaStream([...pictures, ...target.stream.getAudioTracks()]);
  };
  const camera = () =>
    navigator.mediaDevices.getUserMedia({
      video: { width: 320, height: 180, frameRate: 30 },
      audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
    });
  const stream = await (source === 'drawn' ? drawn() : camera());
  await new Promise((resolve) => setTimeout(resolve, 500));
  const recorder = new MediaRecorder(stream, {
    mimeType: 'video/webm;codecs=vp8,opus',
    videoBitsPerSecond: 150_000,
    audioBitsPerSecond: 48_000,
    ...(keyframeIntervalMs && { videoKeyFrameIntervalDuration: keyframeIntervalMs }),
  });
  const blobs: Blob[] = [];
  const ended = new Promise((resolve) => recorder.addEventListener('stop', resolve));
  recorder.addEventListener('dataavailable', ({ data }) => blobs.push(data));
  recorder.start(chunkMs);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  recorder.stop();
  await ended;
  const base64 = async (blob: Blob): Promise<string> => {
    const bytes = new Uint8Array(await blob.arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''));
  };
  return Promise.all(blobs.filter(({ size }) => size > 0).map(base64));
}

async function recordInBrowser(recording: Recording): Promise<Buffer[]> {
  const server = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html>'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const args = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream', '--no-sandbox'];
  const quiet = [
    '--disable-gpu',
    '--disable-background-networking',
    '--autoplay-policy=no-user-gesture-required',
  ];
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: [...args, ...quiet] });
  try {
    const page: Page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${port}/`);
    const chunks = await page.evaluate(record, { ...recording, chunkMs: CHUNK_INTERVAL_MS });
    return chunks.map((chunk) => Buffer.from(chunk, 'base64'));
  } finally {
    await browser.close();
    server.close();
  }
}

/** From the codecs' names in the header, which are in the order of the tracks. */
function firstTrackOf(header: Buffer): Recording['firstTrack'] {
  return header.indexOf('V_VP8') < header.indexOf('A_OPUS') ? 'video' : 'audio';
}

async function main(): Promise<void> {
  const wanted = new Set(process.argv.slice(2));
  for (const recording of RECORDINGS.filter(({ name }) => wanted.size === 0 || wanted.has(name))) {
    let chunks: Buffer[] = [];
    for (let run = 0; run < MAX_RUNS; run += 1) {
      chunks = await recordInBrowser(recording);
      if (firstTrackOf(chunks[0]!) === recording.firstTrack) break;
    }
    const path = new URL(recording.name, import.meta.url);
    writeFileSync(new URL(`${path}.webm`), Buffer.concat(chunks));
    writeFileSync(
      new URL(`${path}.json`),
      `${JSON.stringify({ chunkBytes: chunks.map(({ length }) => length) })}\n`,
    );
  }
}

await main();
