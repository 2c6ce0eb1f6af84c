import type { ChannelEvent } from '../../shared/live/channel-events.ts';
import type { Notice } from '../channels/notices/notice.ts';
import type { ChannelsRepository } from '../channels/ports.ts';
import type { PlanRecord } from './schedule.ts';

export interface Schedule {
  readonly plans: readonly PlanRecord[];
  /** Counts its changes; 0 before the first. */
  readonly version: number;
}

/** What is written of a schedule. */
export interface ScheduleChange {
  readonly plans: readonly PlanRecord[];
  /** When somebody is to be looked for who wants to be reminded; `null`: not as it is. */
  readonly dueMs: number | null;
  /** What those are told who want to be reminded of what is changed; `null`: nothing. */
  readonly notice: Notice | null;
}

export interface SchedulesRepository {
  /** It may be a moment old; empty where a channel never had one. */
  find(channelId: string): Promise<Schedule>;
  /** The same, as every write before has left it. */
  findCurrent(channelId: string): Promise<Schedule>;
  /** False where the schedule is not the known one any more, or the channel has gone. */
  replace(channelId: string, known: Schedule, change: ScheduleChange): Promise<boolean>;
}

export interface SchedulesPorts {
  readonly schedules: SchedulesRepository;
  readonly channels: Pick<ChannelsRepository, 'findById' | 'findByUsername'>;
  /** Tells open pages of the channel. Never throws. */
  readonly announce: (channelId: string, event: ChannelEvent) => Promise<void>;
  readonly clock: () => number;
}
