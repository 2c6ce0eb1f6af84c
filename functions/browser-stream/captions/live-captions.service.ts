import type { CaptionEvent } from '#shared/live/channel-events.ts';
import type { LiveCaptions, LiveCue, LiveCueBody } from '#shared/live/live-captions.ts';
import {
  CAPTION_SLOT_MS,
  LIVE_CUE_MAX_AGE_MS,
  LIVE_CUE_MAX_S,
  readingMs,
} from '#shared/plain/captions/live-captions.ts';
import { MINUTE_MS } from '#shared/plain/time.ts';
import { DomainError, notFound } from '#functions/base/errors.ts';
import { languageTag } from '#functions/base/text/language-tag.ts';
import type { RateCounter } from '#functions/limits/rate-counter.ts';
import type { Broadcast } from '../broadcast.ts';
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
  readonly rates: RateCounter;
  /** To viewers who have turned captions on. Never throws. */
  readonly publish: (channelId: string, event: CaptionEvent) => Promise<void>;
}

/** Clocks of devices are not exact. */
const AHEAD_MS = 5000;
/** How far a live player may be behind. */
const BEHIND_MS = 5 * MINUTE_MS;

/** Throws `not_found` if only a rewound player shows captions of that time, and the broadcast cannot be rewound. */
function requireReachable({ keepsReplay }: Broadcast, untilMs: number, nowMs: number): void {
  if (!keepsReplay && untilMs + BEHIND_MS < nowMs) throw notFound('broadcast');
}

/**
 * Adds a cue to a live broadcast and sends it to viewers. Repeated: answers what was stored, and is not counted. Throws
 * `not_found`, `forbidden`, `too_many_requests`, and `conflict` for an ended broadcast, a time that is too long ago, a
 * recent id with another time, and while captions are off.
 */
export async function addCue(
  deps: CaptionWriteDeps,
  callerId: string,
  { streamId, id, text, ...body }: LiveCueBody & { readonly streamId: string },
): Promise<LiveCue> {
  const { captions, rates, publish, clock } = deps;
  const nowMs = clock();
  const broadcast = await findModerated(deps, callerId, streamId);
  if (nowMs > (broadcast.end?.atMs ?? Infinity) + LIVE_CUE_MAX_AGE_MS)
    throw new DomainError('conflict', 'broadcast_ended');
  const atMs = Date.parse(body.at);
  if (atMs > nowMs + AHEAD_MS || atMs < nowMs - LIVE_CUE_MAX_AGE_MS)
    throw new DomainError('conflict', 'live_captions_not_now');
  if (broadcast.captionsOff) throw new DomainError('conflict', 'live_captions_off');
  const language = languageTag(body.language);
  const recent = { fromMs: nowMs - LIVE_CUE_MAX_AGE_MS, untilMs: nowMs + AHEAD_MS + 1 };
  const known = (await captions.cuesBetween(streamId, recent)).filter((cue) => cue.id === id);
  const same = known.find((cue) => cue.atMs === atMs);
  if (same) return toWireCue(same);
  if (known.length > 0) throw new DomainError('conflict', 'live_caption_known');
  await rates.count('caption', `${streamId}#${callerId}`);
  if (broadcast.captionsLanguage !== language) await captions.setLanguage(broadcast, language);
  const durationMs = body.duration_s === undefined ? readingMs(text) : Math.round(body.duration_s * 1000);
  const added = { id, atMs, durationMs, arrivedAtMs: nowMs, text, authorId: callerId };
  const cue = toWireCue(await captions.addCue(streamId, added));
  await publish(broadcast.channelId, { type: 'cue', cue });
  return cue;
}

/** The broadcast. Throws `not_found` like the live playlist, and `forbidden`. */
export async function findModerated(
  { broadcasts, requireModerator, clock }: CaptionWriteDeps,
  callerId: string,
  streamId: string,
): Promise<Broadcast> {
  const broadcast = requireWatchable(await broadcasts.find(streamId), clock());
  await requireModerator(callerId, broadcast.channelId);
  return broadcast;
}

/** Throws `not_found` like the live playlist. */
export async function captionsOfSlot(
  { broadcasts, captions, clock }: CaptionReadDeps,
  { streamId, slot }: { readonly streamId: string; readonly slot: number },
): Promise<LiveCaptions> {
  const broadcast = requireWatchable(await broadcasts.find(streamId), clock());
  const { captionsLanguage = null } = broadcast;
  const range = { fromMs: slot * CAPTION_SLOT_MS, untilMs: (slot + 1) * CAPTION_SLOT_MS };
  requireReachable(broadcast, range.untilMs, clock());
  const cues = captionsLanguage === null ? [] : await captions.cuesBetween(streamId, range);
  return { language: captionsLanguage, cues: cues.map(toWireCue) };
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
  const broadcast = requireWatchable(await broadcasts.find(streamId), clock());
  const { startedAtMs, captionsOff } = broadcast;
  if (untilMs <= fromMs || untilMs - fromMs > MINUTE_MS) throw notFound('broadcast');
  const earlierMs = LIVE_CUE_MAX_AGE_MS + LIVE_CUE_MAX_S * 1000;
  const range = { fromMs: startedAtMs + fromMs - earlierMs, untilMs: startedAtMs + untilMs };
  requireReachable(broadcast, range.untilMs, clock());
  const cues = captionsOff ? [] : await captions.cuesBetween(streamId, range);
  return subtitleSegment(cues, { fromMs, untilMs, startedAtMs });
}
