import { streamHealthRoutes } from '../../shared/live/stream-health.ts';
import type { FeatureApp } from '../http/context.ts';
import { featureApp } from '../http/route.ts';
import type { StreamHealthPorts } from './ports.ts';
import { streamHealth } from './stream-health.service.ts';

export const streamHealthApp = (ports: StreamHealthPorts): FeatureApp =>
  featureApp(streamHealthRoutes, {
    'GET /stream-health': ({ caller }) => streamHealth(ports, caller.id),
  });
