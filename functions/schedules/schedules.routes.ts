import { schedulesRoutes as routes } from '../../shared/channels/schedules.ts';
import { featureApp } from '../http/route.ts';
import { listReminders, remind, removeReminder, type RemindersPorts } from './reminders/reminders.service.ts';
import {
  cancelPlan,
  channelCalendar,
  listPlans,
  savePlan,
  setDay,
  upcomingOf,
  type SchedulesPorts,
} from './schedules.service.ts';

export const schedulesApp = (ports: SchedulesPorts & RemindersPorts) =>
  featureApp(routes, {
    'GET /schedules': ({ caller }) => listPlans(ports, caller.id),
    'PUT /schedules/plans/{plan_id}': ({ caller, params, body }) =>
      savePlan(ports, caller.id, params.plan_id, body),
    'DELETE /schedules/plans/{plan_id}': ({ caller, params }) => cancelPlan(ports, caller.id, params.plan_id),
    'DELETE /schedules/plans/{plan_id}/days/{day}': ({ caller, params }) =>
      setDay(ports, caller.id, params, false),
    'PUT /schedules/plans/{plan_id}/days/{day}': ({ caller, params }) =>
      setDay(ports, caller.id, params, true),
    // Must precede the routes with a channel's id, because a username may be `reminders`.
    'GET /schedules/calendars/{username}': ({ params }) => channelCalendar(ports, params.username),
    'GET /schedules/{channel_id}': ({ params, query }) => upcomingOf(ports, params.channel_id, query.limit),
    'GET /schedules/{channel_id}/reminders': ({ caller, params }) =>
      listReminders(ports, caller.id, params.channel_id),
    'PUT /schedules/{channel_id}/reminders/{occurrence_id}': ({ caller, params }) =>
      remind(ports, caller.id, params),
    'DELETE /schedules/{channel_id}/reminders/{occurrence_id}': ({ caller, params }) =>
      removeReminder(ports, caller.id, params),
  });
