import type { Table } from '#functions/aws/table/table.ts';
import type { SessionPushes } from '#functions/auth/ports.ts';
import { removeBrowsers } from '#functions/news/news.service.ts';
import { preferencesRepository } from '#functions/news/table/preferences.repository.ts';

/** For auth, which ends the pushes to a browser with its session. Loaded lazily. */
export const sessionPushes = (table: Table): SessionPushes => ({
  end: async (accountId, isEnded) => {
    const preferences = preferencesRepository(table);
    await removeBrowsers({ preferences }, accountId, ({ sessionId }) => isEnded(sessionId));
  },
});
