import { authRoutes } from '../../../shared/people/auth.ts';
import type { FeatureApp } from '../../http/context.ts';
import { serve } from '../../http/route.ts';
import { type ExportDeps, exportState, requestExport } from './export.service.ts';

export function serveExport(app: FeatureApp, ports: ExportDeps): void {
  serve(app, authRoutes, {
    'POST /auth/export': ({ caller }) => requestExport(ports, caller.id),
    'GET /auth/export': ({ caller }) => exportState(ports, caller.id),
  });
}
