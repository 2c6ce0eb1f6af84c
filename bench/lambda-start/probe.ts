/**
 * One cold start in a separate process: `node probe.ts BUNDLE EVENT`, with the event as JSON. Imports the handler,
 * calls it once and prints a `Start` as the last line, after the handler's log.
 */
import { pathToFileURL } from 'node:url';

/** Milliseconds, and the handler's result. */
export interface Start {
  /** Processor time, including V8's helper threads. */
  readonly importMs: number;
  /** Processor time. */
  readonly requestMs: number;
  /** Wall-clock time of both. */
  readonly clockMs: number;
  /** HTTP status; absent for events that are not requests. */
  readonly statusCode?: number;
}

type Handler = (event: unknown, context: object) => Promise<{ readonly statusCode: number } | undefined>;

const [bundle = '', event = ''] = process.argv.slice(2);
const url = pathToFileURL(bundle).href;
const input: unknown = JSON.parse(event);
const context = { awsRequestId: 'bench', functionName: 'bench', getRemainingTimeInMillis: () => 10_000 };

const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const startedMs = performance.now();
const before = processorMs();
const { handler } = (await import(url)) as { readonly handler: Handler };
const imported = processorMs();
const answer = await handler(input, context);
const answered = processorMs();

const start: Start = {
  importMs: imported - before,
  requestMs: answered - imported,
  clockMs: performance.now() - startedMs,
  ...(answer && { statusCode: answer.statusCode }),
};
process.stdout.write(`\n${JSON.stringify(start)}\n`, () => process.exit(0));
