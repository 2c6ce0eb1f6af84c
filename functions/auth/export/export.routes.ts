import { authRoutes } from '#shared/people/auth.ts';
import type { FeatureApp } from '#functions/http/context.ts';
import { serve } from '#functions/http/route.ts';
import type { AuthDeps } from '../ports.ts';
import type { ExportDeps } from './export.service.ts';
import { exportLinks, exportState, requestExport } from './request-export.service.ts';

export function serveExport(app: FeatureApp, auth: AuthDeps, ports: ExportDeps): void {
  serve(app, authRoutes, {
    'POST /auth/export': ({ caller, body }) => requestExport(auth, ports, caller, body.password),
    'POST /auth/export/links': ({ caller, body }) => exportLinks(auth, ports, caller, body.password),
    'GET /auth/export': ({ caller }) => exportState(ports, caller.id),
  });
}
