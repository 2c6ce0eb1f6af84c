/**
 * Schedules and reminders, as the table holds them. Keys:
 *
 * | item                          | pk              | sk                                   | gsi1pk                  | gsi1sk                     |
 * |-------------------------------|-----------------|--------------------------------------|-------------------------|----------------------------|
 * | schedule                      | `CHANNEL#<id>`  | `SCHEDULE`                           |                         |                            |
 * | when its reminders are due    | `CHANNEL#<id>`  | `SCHEDULE_DUE`                       | `SCHEDULES_DUE`         | `<time>#<id>`              |
 * | reminder of a person, expires | `CHANNEL#<id>`  | `REMINDER#<channel id>#<occurrence>` | `REMINDED#<channel id>` | `<occurrence>#<person id>` |
 *
 * A schedule is one item, so that one read or write is enough. Its due time is a separate item of the same version,
 * because it is small and changes more often.
 */

export const scheduleKey = (channelId: string) => ({ pk: `CHANNEL#${channelId}`, sk: 'SCHEDULE' });
export const dueKey = (channelId: string) => ({ pk: `CHANNEL#${channelId}`, sk: 'SCHEDULE_DUE' });

export const DUE_PARTITION = 'SCHEDULES_DUE';

export const scheduleDueKeys = (channelId: string, dueMs: number | null) =>
  dueMs === null
    ? { gsi1pk: undefined, gsi1sk: undefined }
    : { gsi1pk: DUE_PARTITION, gsi1sk: `${new Date(dueMs).toISOString()}#${channelId}` };

export const REMINDER_PREFIX = 'REMINDER#';
export const reminderKey = (personId: string, channelId: string, occurrenceId: string) => ({
  pk: `CHANNEL#${personId}`,
  sk: `${REMINDER_PREFIX}${channelId}#${occurrenceId}`,
});
export const remindedPartition = (channelId: string): string => `REMINDED#${channelId}`;
