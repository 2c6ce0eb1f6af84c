/**
 * One cold start, in a process of its own: `node probe.ts BUNDLE EVENT`, the event as JSON. Imports the handler, calls
 * it once and writes a `Start` as the last line. What the handler logs comes before it.
 */
import { pathToFileURL } from 'node:url';

/** Milliseconds, and what the handler answered with. */
export interface Start {
  /** Processor time, of V8's helpers too. */
  readonly importMs: number;
  /** Processor time. */
  readonly requestMs: number;
  /** Both, by the clock. */
  readonly clockMs: number;
  /** HTTP status; of an event that is no request: none. */
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
