import { setTimeout } from 'node:timers/promises';
import { ulid } from 'ulid';
import { CLIP_MAX_MS, CLIP_MIN_MS } from '#shared/limits.ts';
import type { Clip, ClipBody } from '#shared/videos/clips.ts';
import { DomainError, notFound, requireFound } from '#functions/base/errors.ts';
import { storeCaptions } from './clip-captions.ts';
import { endClip } from './end-clip.service.ts';
import { findSource } from './clip-source.service.ts';
import { clipFilesPrefix, type StoredClip } from './clip.ts';
import type { Cut } from './cut-playlist.ts';
import { cutSource, storeClip, storePicture } from './make-clip.service.ts';
import { type ClipsDeps, requireVisible } from './clips.service.ts';

/** A clip whose files are not stored within this time is abandoned. */
const GIVEN_UP_MS = 5 * 60_000;
/** The longest run of a request. */
const LEASE_MS = 30_000;
/** A repeated request waits for the one before for this time. */
const [POLLS, POLL_MS] = [20, 250];

/**
 * Cuts a clip from what the caller watches by copying its segments, without transcoding. A repeated idempotency key
 * returns the clip that it has made. Throws `not_found`, `invalid_request`, `forbidden`, `chat_refused`, `conflict`,
 * `too_many_requests`.
 */
export async function createClip(
  deps: ClipsDeps,
  callerId: string,
  newRequest: ClipBody,
  key: string | undefined,
): Promise<Clip> {
  const { clips, clock } = deps;
  const id = key === undefined ? ulid() : await clips.claim(callerId, key, ulid(), clock());
  const known = await clips.find(id);
  if (known?.state === 'ready') return requireVisible(deps, callerId, known.clip);
  if (known?.state === 'deleted') throw notFound('clip');
  const made = await storeNewClip(deps, callerId, id, known ? known.unfinished.request : newRequest);
  try {
    return await requireVisible(deps, callerId, made);
  } catch (error) {
    // The source was deleted meanwhile, with all of its clips.
    await endClip(deps, made);
    throw error;
  }
}

async function storeNewClip(
  deps: ClipsDeps,
  callerId: string,
  id: string,
  request: ClipBody,
): Promise<StoredClip> {
  const { clips, channels, files, budgets, clock } = deps;
  requireLength(request);
  const [source, found] = await Promise.all([
    findSource(deps, callerId, request),
    channels.findVisible(callerId),
  ]);
  const { username: clipper } = requireFound(found, 'channel');
  const { channelId, username, visibility, isDated, pictures, captionsOf } = source;
  const { startToleranceS, picturesNear = () => [] } = source;
  const { from_ms: fromMs, until_ms: untilMs, title } = request;
  if (callerId !== channelId) await requireWanted(deps, { channelId, authorId: callerId, text: title });
  const renditions = await cutSource(files, source, { isDated, startToleranceS, fromMs, untilMs });
  const [cut] = renditions;
  await budgets.take('clips', { channelId: callerId, itemId: id, amount: 1 });
  const nowMs = clock();
  const lease = { nowMs, leaseMs: LEASE_MS, dueMs: nowMs + GIVEN_UP_MS };
  // A request with the same key already copies the files.
  if (!(await clips.begin({ id, channelId, clipperId: callerId, request }, lease)))
    return awaitClip(deps, id);
  const folderUrl = `/${clipFilesPrefix({ channelId, id })}`;
  const [playbackUrl, thumbnailUrl, ownCaptions] = await Promise.all([
    storeClip(files, folderUrl, renditions),
    storePicture(files, folderUrl, [...picturesNear(middleOf(cut)), ...pictures]),
    captionsOf?.(cut).then((captions) => storeCaptions(files, folderUrl, captions, cut)) ?? [],
  ]).catch(async (error: unknown) => {
    await clips.release(id);
    throw error;
  });
  const clip: StoredClip = {
    id,
    channelId,
    username,
    clipperId: callerId,
    clipper,
    title,
    visibility,
    source: { kind: source.kind, id: source.id, fromMs },
    playbackUrl,
    startS: cut.startS,
    durationS: cut.durationS,
    thumbnailUrl,
    ...(ownCaptions.length > 0 && { captions: ownCaptions }),
    isKept: false,
    views: 0,
    likes: 0,
    createdAt: new Date(clock()).toISOString(),
  };
  if (await clips.finish(clip)) return clip;
  // A repeated request was faster, or this one took too long.
  const now = await clips.find(id);
  if (now?.state === 'ready') return now.clip;
  throw notFound('clip');
}

/** Throws `not_found`, and `conflict` when it takes too long. */
async function awaitClip({ clips }: Pick<ClipsDeps, 'clips'>, id: string): Promise<StoredClip> {
  for (let attempt = 1; attempt <= POLLS; attempt += 1) {
    await setTimeout(POLL_MS);
    const found = await clips.find(id);
    if (found?.state === 'ready') return found.clip;
    if (found?.state !== 'creating') throw notFound('clip');
  }
  throw new DomainError('conflict', 'changed_elsewhere', { retryAfterS: 5 });
}

/** Throws `forbidden` if the channel's owner does not allow clips, and `chat_refused`. */
async function requireWanted(
  { clips, requireAdmission }: Pick<ClipsDeps, 'clips' | 'requireAdmission'>,
  draft: Parameters<ClipsDeps['requireAdmission']>[0],
): Promise<void> {
  const [{ isOff }] = await Promise.all([clips.ofChannel(draft.channelId), requireAdmission(draft)]);
  if (isOff) throw new DomainError('forbidden', 'no_clips_wanted');
}

/** Where the middle of a clip is in its source's playlist, in seconds. */
const middleOf = ({ segments: [first], startS, durationS }: Cut): number =>
  (first?.startS ?? 0) + startS + durationS / 2;

function requireLength({ from_ms, until_ms }: ClipBody): void {
  const lengthMs = until_ms - from_ms;
  if (lengthMs < CLIP_MIN_MS || lengthMs > CLIP_MAX_MS)
    throw new DomainError('invalid_request', 'clip_length', {
      min: CLIP_MIN_MS / 1000,
      max: CLIP_MAX_MS / 1000,
    });
}
