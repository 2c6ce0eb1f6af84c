/**
 * What is planned, and who is to be reminded of it, as the table holds it. Keys:
 *
 * | item                          | pk              | sk                                   | gsi1pk                  | gsi1sk                     |
 * |-------------------------------|-----------------|--------------------------------------|-------------------------|----------------------------|
 * | schedule                      | `CHANNEL#<id>`  | `SCHEDULE`                           |                         |                            |
 * | when reminders of it are due  | `CHANNEL#<id>`  | `SCHEDULE_DUE`                       | `SCHEDULES_DUE`         | `<time>#<id>`              |
 * | wish to be reminded, expires  | `CHANNEL#<id>`  | `REMINDER#<channel id>#<occurrence>` | `REMINDED#<channel id>` | `<occurrence>#<person id>` |
 *
 * All that a channel has planned is one item, so that one read shows it and one write changes it. The time at which
 * reminders are due stands beside it, as it changes more often and is small; both are of the same version.
 */

export const scheduleKey = (channelId: string) => ({ pk: `CHANNEL#${channelId}`, sk: 'SCHEDULE' });
export const dueKey = (channelId: string) => ({ pk: `CHANNEL#${channelId}`, sk: 'SCHEDULE_DUE' });

export const DUE_PARTITION = 'SCHEDULES_DUE';

export const duePlace = (channelId: string, dueMs: number | null) =>
  dueMs === null
    ? { gsi1pk: undefined, gsi1sk: undefined }
    : { gsi1pk: DUE_PARTITION, gsi1sk: `${new Date(dueMs).toISOString()}#${channelId}` };

export const REMINDER_PREFIX = 'REMINDER#';
export const reminderKey = (personId: string, channelId: string, occurrenceId: string) => ({
  pk: `CHANNEL#${personId}`,
  sk: `${REMINDER_PREFIX}${channelId}#${occurrenceId}`,
});
export const remindedPartition = (channelId: string): string => `REMINDED#${channelId}`;
