import { channelsRoutes } from '#shared/channels/channels.ts';
import { streamingRoutes } from '#shared/live/streaming.ts';
import { featureApp } from '#functions/http/route.ts';
import { type ReceiptDeps, streamReceipt } from './receipt.service.ts';
import { type StatusDeps, updateStatus } from './status.service.ts';
import { streamStatus } from './stream-status.service.ts';
import { resetKey, startStream, stopStream, type StreamingDeps } from './streaming.service.ts';

export const streamingApp = (deps: StreamingDeps, receipts: ReceiptDeps) =>
  featureApp(streamingRoutes, {
    'POST /streaming/start': ({ caller, body }) => startStream(deps, caller.id, body),
    'POST /streaming/stop': ({ caller }) => stopStream(deps, caller.id),
    'POST /streaming/key': ({ caller }) => resetKey(deps, caller.id),
    'GET /streaming/status': ({ caller }) => streamStatus(deps, caller.id),
    'GET /streaming/receipt': ({ caller }) => streamReceipt(receipts, caller.id),
  });

/** This route of `/streamers` may end a stream, so it needs what streaming and the camera's broadcasts need. */
export const statusApp = (deps: StatusDeps) =>
  featureApp(channelsRoutes, {
    'PATCH /streamers/status': ({ caller, body }) => updateStatus(deps, caller.id, body),
  });
