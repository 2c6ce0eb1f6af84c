/** What schedules need of the features around them. Loaded with the first request for a schedule. */
import type { Table } from '#functions/aws/table/table.ts';
import type { ChannelsRepository } from '#functions/channels/table/channels.repository.ts';
import { announceDeps } from '#functions/realtime/announce.adapters.ts';
import { announceToChannel } from '#functions/realtime/announce.service.ts';
import type { SchedulesDeps } from '#functions/schedules/schedules.service.ts';
import type { RemindersDeps } from '#functions/schedules/reminders/reminders.service.ts';
import { remindersRepository } from '#functions/schedules/reminders/reminders.repository.ts';
import { schedulesRepository } from '#functions/schedules/schedules.repository.ts';

/** `url` is where events are published. */
export function schedulesDeps(
  table: Table,
  channels: ChannelsRepository,
  url: string,
): SchedulesDeps & RemindersDeps {
  const announcing = announceDeps(table, url);
  return {
    schedules: schedulesRepository(table),
    reminders: remindersRepository(table),
    channels,
    announce: (channelId, event) => announceToChannel(announcing, channelId, event),
    clock: Date.now,
  };
}
