import { setTimeout as sleep } from 'node:timers/promises';
import type { Table } from '#functions/aws/table/table.ts';
import { announceDeps, type HandOver } from '#functions/realtime/announce.adapters.ts';
import { announceToChannel } from '#functions/realtime/announce.service.ts';
import type { CountingDeps } from '#functions/chat/polls/counting.service.ts';
import { pollsRepository } from '#functions/chat/polls/polls.repository.ts';

/** Counts the votes of polls, and publishes to `url`; by `handOver` in another invocation, so that the request need not wait. */
export function countingDeps(table: Table, url: string, handOver?: HandOver): CountingDeps {
  const announcing = announceDeps(table, url, handOver);
  return {
    polls: pollsRepository(table),
    publish: (channelId, event) => announceToChannel(announcing, channelId, event),
    clock: Date.now,
    sleep,
  };
}
