import { channelsRepository } from '#functions/channels/table/channels.repository.ts';
import { channelPublisher } from '#functions/composition/channel-publisher.ts';
import type { FeatureContext } from '#functions/http/context.ts';
import { remindersRepository } from './reminders/reminders.repository.ts';
import { schedulesRepository } from './schedules.repository.ts';
import { schedulesApp } from './schedules.routes.ts';

export const feature = (context: FeatureContext<'REALTIME_HTTP_URL'>) =>
  schedulesApp({
    schedules: schedulesRepository(context.table),
    reminders: remindersRepository(context.table),
    channels: channelsRepository(context.table),
    announce: channelPublisher(context),
    clock: context.clock,
  });
