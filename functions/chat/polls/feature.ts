import { channelsRepository } from '#functions/channels/table/channels.repository.ts';
import { countingDeps } from '#functions/composition/vote-counting.ts';
import type { FeatureContext } from '#functions/http/context.ts';
import { handOverTo } from '#functions/realtime/hand-over.ts';
import { roomReads } from '../rooms/rooms.repository.ts';
import { countLaterWith } from './hand-over.ts';
import { pollsApp } from './polls.routes.ts';

export function feature({ table, environment, clock }: FeatureContext<'REALTIME_HTTP_URL'>) {
  const signing = table.client.config;
  return pollsApp({
    ...countingDeps(table, environment.REALTIME_HTTP_URL, handOverTo(signing)),
    handOver: countLaterWith(signing),
    rooms: roomReads(table),
    channels: channelsRepository(table),
    clock,
  });
}
