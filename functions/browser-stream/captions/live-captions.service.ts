import type { LiveCaptions, LiveCue, LiveCueBody } from '../../../shared/live/live-captions.ts';
import {
  CAPTION_SLOT_MS,
  LIVE_CUE_MAX_AGE_MS,
  LIVE_CUE_MAX_S,
  LIVE_CUES_PER_MINUTE,
  readingMs,
} from '../../../shared/plain/captions/live-captions.ts';
import { MINUTE_MS } from '../../../shared/plain/time.ts';
import { DomainError, notFound } from '../../base/errors.ts';
import { languageTag } from '../../base/language-tag.ts';
import { requireWatchable } from '../playlist/live-playlist.service.ts';
import type { BroadcastReads } from '../table/broadcast-reads.repository.ts';
import type { LiveCaptionReads, liveCaptionWrites } from '../table/live-captions.repository.ts';
import { subtitleSegment, toWireCue } from '../table/live-cue.ts';

export interface CaptionReadDeps {
  readonly broadcasts: Pick<BroadcastReads, 'find'>;
  readonly captions: LiveCaptionReads;
  readonly clock: () => number;
}

export interface CaptionWriteDeps extends Omit<CaptionReadDeps, 'captions'> {
  readonly captions: LiveCaptionReads & ReturnType<typeof liveCaptionWrites>;
  /** Throws `forbidden` unless the person is the channel's streamer or a moderator of its chat. */
  readonly requireModerator: (personId: string, channelId: string) => Promise<unknown>;
  /** To viewers who have turned captions on. Never throws. */
  readonly publish: (channelId: string, cue: LiveCue) => Promise<void>;
}

/** Clocks of devices are not exact. */
const AHEAD_MS = 5000;
/** How far a live player may be behind. */
const BEHIND_MS = 5 * MINUTE_MS;

/** Whether players that show a moment have been rewound. */
const isPast = (atMs: number, nowMs: number): boolean => atMs + BEHIND_MS < nowMs;

/**
 * Adds a cue to a live broadcast and sends it to viewers. Repeated: answers what was stored. Throws `not_found`,
 * `forbidden`, `conflict` for an ended broadcast and for a time that is too long ago, `too_many_requests`.
 */
export async function addCue(
  { broadcasts, captions, requireModerator, publish, clock }: CaptionWriteDeps,
  callerId: string,
  { streamId, id, text, ...body }: LiveCueBody & { readonly streamId: string },
): Promise<LiveCue> {
  const nowMs = clock();
  const broadcast = requireWatchable(await broadcasts.find(streamId), nowMs);
  await requireModerator(callerId, broadcast.channelId);
  if (nowMs > (broadcast.end?.atMs ?? Infinity) + LIVE_CUE_MAX_AGE_MS)
    throw new DomainError('conflict', 'broadcast_ended');
  const atMs = Date.parse(body.at);
  if (atMs > nowMs + AHEAD_MS || atMs < nowMs - LIVE_CUE_MAX_AGE_MS)
    throw new DomainError('conflict', 'live_captions_not_now');
  const language = languageTag(body.language);
  const lately = { fromMs: nowMs - MINUTE_MS, untilMs: nowMs + AHEAD_MS };
  const latest = await captions.cuesBetween(streamId, lately);
  if (latest.length >= LIVE_CUES_PER_MINUTE && !latest.some((cue) => cue.id === id))
    throw new DomainError('too_many_requests', 'many_live_captions', { retryAfterS: 10 });
  const durationMs = body.duration_s === undefined ? readingMs(text) : Math.round(body.duration_s * 1000);
  const cue = await captions.addCue(streamId, { id, atMs, durationMs, arrivedAtMs: nowMs, text });
  if (broadcast.captionsLanguage !== language) await captions.setLanguage(broadcast, language);
  const wire = toWireCue(cue);
  await publish(broadcast.channelId, wire);
  return wire;
}

/** `isWhole`: it will not change. Throws `not_found` like the live playlist. */
export async function captionsOfSlot(
  { broadcasts, captions, clock }: CaptionReadDeps,
  { streamId, slot }: { readonly streamId: string; readonly slot: number },
): Promise<LiveCaptions & { readonly isWhole: boolean }> {
  const broadcast = requireWatchable(await broadcasts.find(streamId), clock());
  const { captionsLanguage = null, keepsReplay } = broadcast;
  const range = { fromMs: slot * CAPTION_SLOT_MS, untilMs: (slot + 1) * CAPTION_SLOT_MS };
  const cues = captionsLanguage === null ? [] : await captions.cuesBetween(streamId, range);
  const isWhole = clock() > range.untilMs + LIVE_CUE_MAX_AGE_MS + AHEAD_MS;
  if (!keepsReplay && isPast(range.untilMs, clock())) throw notFound('broadcast');
  return { language: captionsLanguage, cues: cues.map(toWireCue), isWhole };
}

/** WebVTT of a segment, in ms on the broadcast's clock. Throws `not_found` like the live playlist, and for odd ranges. */
export async function subtitles(
  { broadcasts, captions, clock }: CaptionReadDeps,
  {
    streamId,
    fromMs,
    untilMs,
  }: { readonly streamId: string; readonly fromMs: number; readonly untilMs: number },
): Promise<string> {
  const { startedAtMs, keepsReplay } = requireWatchable(await broadcasts.find(streamId), clock());
  if (untilMs <= fromMs || untilMs - fromMs > MINUTE_MS) throw notFound('broadcast');
  const earlierMs = LIVE_CUE_MAX_AGE_MS + LIVE_CUE_MAX_S * 1000;
  const range = { fromMs: startedAtMs + fromMs - earlierMs, untilMs: startedAtMs + untilMs };
  if (!keepsReplay && isPast(range.untilMs, clock())) throw notFound('broadcast');
  return subtitleSegment(await captions.cuesBetween(streamId, range), { fromMs, untilMs, startedAtMs });
}
