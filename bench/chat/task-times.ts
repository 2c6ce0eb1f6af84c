import type { Browser, Page } from 'playwright-core';

/** An event of Chromium's trace (Trace Event Format). */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Of the processor, in µs. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const MAIN_THREAD = 'CrRendererMain';
const TASK = 'ThreadControllerImpl::RunTask';

/**
 * How long of the processor each task took of the page's main thread during `work`, in ms: without what other programs took
 * in between, whom a page on a machine of its own does not have.
 */
export async function taskTimes(
  browser: Browser,
  page: Page,
  work: () => Promise<unknown>,
): Promise<number[]> {
  await browser.startTracing(page, { categories: ['toplevel'] });
  await work();
  const { traceEvents: events } = JSON.parse(String(await browser.stopTracing())) as {
    readonly traceEvents: readonly TraceEvent[];
  };
  const threads = Map.groupBy(events, ({ pid, tid }) => `${pid}.${tid}`).values();
  const pages = [...threads]
    .filter((thread) => thread.some(({ name, args }) => name === 'thread_name' && args?.name === MAIN_THREAD))
    .map((thread) => thread.flatMap(({ name, tdur = 0 }) => (name === TASK ? [tdur / 1000] : [])));
  // Others are the browser's own, and do hardly anything.
  return pages.toSorted((a, b) => b.length - a.length)[0] ?? [];
}
