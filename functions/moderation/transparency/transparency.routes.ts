import { transparencyRoutes } from '#shared/community/transparency.ts';
import { featureApp } from '#functions/http/route.ts';
import type { LogEntry } from '#shared/plain/moderation/public-log.ts';
import type { DayHead, LogSummary } from '#shared/community/transparency.ts';

interface LogReads {
  summary(): Promise<LogSummary>;
  entries(after: number, limit: number): Promise<LogEntry[]>;
  days(limit: number): Promise<DayHead[]>;
}

export const transparencyApp = ({ log }: { readonly log: LogReads }) =>
  featureApp(transparencyRoutes, {
    'GET /transparency': () => log.summary(),
    'GET /transparency/entries': ({ query: { cursor, limit } }) => log.entries(cursor, limit),
    'GET /transparency/days': ({ query: { limit } }) => log.days(limit),
  });
