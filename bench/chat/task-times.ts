import type { Browser, Page } from 'playwright-core';

/** An event of Chromium's trace (Trace Event Format). */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time in µs. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const MAIN_THREAD = 'CrRendererMain';
const TASK = 'ThreadControllerImpl::RunTask';

/**
 * Returns the processor time of each task of the page's main thread during `work`, in ms. Excludes time of other
 * programs, which a page on its own machine would not have.
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
  // The other threads are the browser's own, and do hardly anything.
  return pages.toSorted((a, b) => b.length - a.length)[0] ?? [];
}
