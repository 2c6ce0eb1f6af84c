import { streamersRoutes } from '../../shared/channels/streamers.ts';
import { streamingRoutes } from '../../shared/live/streaming.ts';
import type { FeatureApp } from '../http/context.ts';
import { featureApp } from '../http/route.ts';
import type { StatusPorts, StreamingPorts } from './ports.ts';
import { updateStatus } from './status.service.ts';
import { startStream, stopStream, streamStatus } from './streaming.service.ts';

export const streamingApp = (ports: StreamingPorts): FeatureApp =>
  featureApp(streamingRoutes, {
    'POST /streaming/start': ({ caller, body }) => startStream(ports, caller.id, body),
    'POST /streaming/stop': ({ caller }) => stopStream(ports, caller.id),
    'GET /streaming/status': ({ caller }) => streamStatus(ports, caller.id),
  });

/** This route of `/streamers` may end a stream, so it needs the ports of streaming and of the camera's broadcasts. */
export const statusApp = (ports: StatusPorts): FeatureApp =>
  featureApp(streamersRoutes, {
    'PATCH /streamers/status': ({ caller, body }) => updateStatus(ports, caller.id, body),
  });
