import { Hono } from 'hono/tiny';
import { schedulesRoutes as routes } from '../../shared/channels/schedules.ts';
import type { Env, FeatureApp } from '../http/context.ts';
import { serve } from '../http/route.ts';
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

export function schedulesApp(ports: SchedulesPorts & RemindersPorts): FeatureApp {
  const app = new Hono<Env>();
  serve(app, routes, 'GET /schedules', ({ caller }) => listPlans(ports, caller.id));
  serve(app, routes, 'PUT /schedules/plans/{plan_id}', ({ caller, params, body }) =>
    savePlan(ports, caller.id, params.plan_id, body),
  );
  serve(app, routes, 'DELETE /schedules/plans/{plan_id}', ({ caller, params }) =>
    cancelPlan(ports, caller.id, params.plan_id),
  );
  serve(app, routes, 'DELETE /schedules/plans/{plan_id}/days/{day}', ({ caller, params }) =>
    setDay(ports, caller.id, params, false),
  );
  serve(app, routes, 'PUT /schedules/plans/{plan_id}/days/{day}', ({ caller, params }) =>
    setDay(ports, caller.id, params, true),
  );
  // Must precede the routes with a channel's id, because a username may be `reminders`.
  serve(app, routes, 'GET /schedules/calendars/{username}', ({ params }) =>
    channelCalendar(ports, params.username),
  );
  serve(app, routes, 'GET /schedules/{channel_id}', ({ params, query }) =>
    upcomingOf(ports, params.channel_id, query.limit),
  );
  serve(app, routes, 'GET /schedules/{channel_id}/reminders', ({ caller, params }) =>
    listReminders(ports, caller.id, params.channel_id),
  );
  serve(app, routes, 'PUT /schedules/{channel_id}/reminders/{occurrence_id}', ({ caller, params }) =>
    remind(ports, caller.id, params),
  );
  serve(app, routes, 'DELETE /schedules/{channel_id}/reminders/{occurrence_id}', ({ caller, params }) =>
    removeReminder(ports, caller.id, params),
  );
  return app;
}
