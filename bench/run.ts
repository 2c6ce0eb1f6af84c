/** `npm run bench [-- NAME…]`: runs the named measurements, or all, and prints a table for each. */
import { availableParallelism } from 'node:os';

const benches: Readonly<Record<string, () => Promise<void>>> = {
  camera: async () => (await import('./camera.ts')).measureCamera(),
  chat: async () => (await import('./chat.ts')).measureChat(),
  'chat-smooth': async () => (await import('./chat-smooth.ts')).measureChatSmooth(),
  cost: async () => (await import('./cost.ts')).measureCost(),
  crowd: async () => (await import('./crowd.ts')).measureCrowd(),
  'first-load': async () => (await import('./first-load.ts')).measureFirstLoad(),
  'first-picture': async () => (await import('./first-picture.ts')).measureFirstPicture(),
  'lambda-start': async () => (await import('./lambda-start.ts')).measureLambdaStart(),
  latency: async () => (await import('./latency.ts')).measureLatency(),
  lighthouse: async () => (await import('./lighthouse.ts')).measureLighthouse(),
  meter: async () => (await import('./meter.ts')).measureMeter(),
  reads: async () => (await import('./reads.ts')).measureReads(),
  sleep: async () => (await import('./sleep.ts')).measureSleep(),
  start: async () => (await import('./start.ts')).measureStart(),
  tick: async () => (await import('./tick.ts')).measureTick(),
  'viewer-hour': async () => (await import('./viewer-hour.ts')).measureViewerHour(),
  videos: async () => (await import('./videos.ts')).measureVideos(),
};

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(benches);
const unknown = names.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  console.error(`There is no bench '${unknown.join("', '")}'; there are ${Object.keys(benches).join(', ')}.`);
  process.exit(2);
}

// Children and temporary folders end with the pipe that connects them to this process; Chromium ends at `exit`.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

console.log(
  `${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} cores, Node ${process.version}`,
);
for (const name of names) await benches[name]?.();
process.exit(0);
