import type { LatestLiveCues, LiveCaptionsSettings } from '#shared/live/live-captions.ts';
import { LATEST_CUES } from '#shared/plain/captions/live-captions.ts';
import { DomainError } from '#functions/base/errors.ts';
import { toWireCue } from '../table/live-cue.ts';
import { type CaptionWriteDeps, findModerated } from './live-captions.service.ts';

/** Throws `not_found` and `forbidden`, as all of these do. */
export async function listLatestCues(
  deps: CaptionWriteDeps,
  callerId: string,
  streamId: string,
): Promise<LatestLiveCues> {
  const { captionsOff } = await findModerated(deps, callerId, streamId);
  const cues = await deps.captions.latestCues(streamId, LATEST_CUES);
  return { is_on: captionsOff === undefined, cues: cues.map(toWireCue) };
}

/** Publishes the deletion again when it is repeated. */
export async function deleteCue(
  deps: CaptionWriteDeps,
  callerId: string,
  { streamId, at, id }: { readonly streamId: string; readonly at: string; readonly id: string },
): Promise<void> {
  const { channelId } = await findModerated(deps, callerId, streamId);
  await deps.captions.deleteCue(streamId, { id, atMs: Date.parse(at) });
  await deps.publish(channelId, { type: 'deleted', id });
}

/** Also throws `conflict` for an ended broadcast. */
export async function changeCaptionsSettings(
  deps: CaptionWriteDeps,
  callerId: string,
  { streamId, is_on }: LiveCaptionsSettings & { readonly streamId: string },
): Promise<LiveCaptionsSettings> {
  const broadcast = await findModerated(deps, callerId, streamId);
  const { captionsOff, captionsLanguage } = broadcast;
  if (broadcast.end) throw new DomainError('conflict', 'broadcast_ended');
  if (is_on) await deps.captions.turnOn(broadcast, captionsOff?.language ?? captionsLanguage);
  else await deps.captions.turnOff(broadcast);
  return { is_on };
}
