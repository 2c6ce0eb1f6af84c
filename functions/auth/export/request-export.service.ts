import type { DataExport as DataExportState } from '#shared/people/auth.ts';
import type { Caller } from '#functions/http/context.ts';
import { authorizeByPassword } from '../password.service.ts';
import type { AuthDeps } from '../ports.ts';
import { type DataExport, EXPORT_KEPT_MS, EXPORT_PAUSE_MS } from './export.ts';
import { addArchive, type ExportDeps } from './export.service.ts';

/**
 * Starts an export and creates its first archive, for most people the only one; the tick creates the others. A repeated
 * request within an hour returns the same export. Throws `forbidden` for a wrong password, `too_many_requests`.
 */
export async function requestExport(
  auth: AuthDeps,
  ports: ExportDeps,
  caller: Caller,
  password: string,
): Promise<DataExportState> {
  const { id: accountId } = await authorizeByPassword(auth, caller, password);
  const { exports, newId, clock } = ports;
  const known = await exports.find(accountId);
  const requestedMs = clock();
  if (known && known.requestedMs > requestedMs - EXPORT_PAUSE_MS) return withLinks(ports, known);
  const fresh: DataExport = {
    id: newId(),
    accountId,
    version: (known?.version ?? 0) + 1,
    requestedMs,
    expiresMs: requestedMs + EXPORT_KEPT_MS,
    archives: [],
    position: { section: 0, page: 1 },
  };
  if (await exports.replace(known, fresh)) await addArchive(ports, fresh);
  return withLinks(ports, await exports.find(accountId));
}

/** The export's state, without addresses: a stolen token must not fetch it. */
export async function exportState(
  { exports, clock }: ExportDeps,
  accountId: string,
): Promise<DataExportState> {
  return stateOf(await exports.find(accountId), clock());
}

/** The export with addresses that are valid for ten minutes. Throws as `requestExport` does. */
export async function exportLinks(
  auth: AuthDeps,
  ports: ExportDeps,
  caller: Caller,
  password: string,
): Promise<DataExportState> {
  const { id } = await authorizeByPassword(auth, caller, password);
  return withLinks(ports, await ports.exports.find(id));
}

async function withLinks(
  { archives, clock }: ExportDeps,
  known: DataExport | null,
): Promise<DataExportState> {
  const state = stateOf(known, clock());
  if (!known || state.status === 'none') return state;
  const files = known.archives.map(async ({ key, sizeBytes }) => ({
    url: await archives.urlOf(key),
    size_bytes: sizeBytes,
  }));
  return { ...state, archives: await Promise.all(files) };
}

function stateOf(known: DataExport | null, nowMs: number): DataExportState {
  if (!known || known.expiresMs <= nowMs) return { status: 'none', archives: [], expires_at: null };
  return {
    status: known.position ? 'making' : 'ready',
    archives: [],
    expires_at: new Date(known.expiresMs).toISOString(),
  };
}
