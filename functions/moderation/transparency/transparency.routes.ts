import { Hono } from 'hono/tiny';
import { transparencyRoutes } from '../../../shared/community/transparency.ts';
import type { Env, FeatureApp } from '../../http/context.ts';
import { serve } from '../../http/route.ts';
import type { LogEntry } from '../../../shared/plain/public-log.ts';
import type { DayHead, LogSummary } from '../../../shared/community/transparency.ts';

/** See `log.repository.ts`. */
interface LogReads {
  summary(): Promise<LogSummary>;
  entries(after: number, limit: number): Promise<LogEntry[]>;
  days(limit: number): Promise<DayHead[]>;
}

export function transparencyApp({ log }: { readonly log: LogReads }): FeatureApp {
  const app = new Hono<Env>();
  serve(app, transparencyRoutes, 'GET /transparency', () => log.summary());
  serve(app, transparencyRoutes, 'GET /transparency/entries', ({ query: { cursor, limit } }) =>
    log.entries(cursor, limit),
  );
  serve(app, transparencyRoutes, 'GET /transparency/days', ({ query: { limit } }) => log.days(limit));
  return app;
}
