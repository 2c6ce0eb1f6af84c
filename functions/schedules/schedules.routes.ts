import { schedulesRoutes as routes } from '#shared/channels/schedules.ts';
import { featureApp } from '#functions/http/route.ts';
import { listReminders, remind, removeReminder, type RemindersDeps } from './reminders/reminders.service.ts';
import {
  cancelPlan,
  channelCalendar,
  listPlans,
  savePlan,
  setDay,
  upcomingOf,
  type SchedulesDeps,
} from './schedules.service.ts';

export const schedulesApp = (deps: SchedulesDeps & RemindersDeps) =>
  featureApp(routes, {
    'GET /schedules': ({ caller }) => listPlans(deps, caller.id),
    'PUT /schedules/plans/{plan_id}': ({ caller, params, body }) =>
      savePlan(deps, caller.id, params.plan_id, body),
    'DELETE /schedules/plans/{plan_id}': ({ caller, params }) => cancelPlan(deps, caller.id, params.plan_id),
    'DELETE /schedules/plans/{plan_id}/days/{day}': ({ caller, params }) =>
      setDay(deps, caller.id, params, false),
    'PUT /schedules/plans/{plan_id}/days/{day}': ({ caller, params }) =>
      setDay(deps, caller.id, params, true),
    // Must precede the routes with a channel's id, because a username may be `reminders`.
    'GET /schedules/calendars/{username}': ({ params }) => channelCalendar(deps, params.username),
    'GET /schedules/{channel_id}': ({ params, query }) => upcomingOf(deps, params.channel_id, query.limit),
    'GET /schedules/{channel_id}/reminders': ({ caller, params }) =>
      listReminders(deps, caller.id, params.channel_id),
    'PUT /schedules/{channel_id}/reminders/{occurrence_id}': ({ caller, params }) =>
      remind(deps, caller.id, params),
    'DELETE /schedules/{channel_id}/reminders/{occurrence_id}': ({ caller, params }) =>
      removeReminder(deps, caller.id, params),
  });
