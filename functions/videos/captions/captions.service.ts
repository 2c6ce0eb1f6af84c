import { ulid } from 'ulid';
import { MAX_CAPTIONS } from '#shared/plain/captions/caption-limits.ts';
import { CaptionError } from '#shared/plain/captions/caption-faults.ts';
import { type CaptionReading, parseCaptions } from '#shared/plain/captions/parse-captions.ts';
import { writeCaptions } from '#shared/plain/captions/write-captions.ts';
import type { CaptionsBody } from '#shared/videos/captions.ts';
import type { Captions, Video } from '#shared/videos/videos.ts';
import { authorize, type Authorized } from '#functions/base/authorized.ts';
import { DomainError, requireFound } from '#functions/base/errors.ts';
import { captionsName } from '#functions/base/text/web-vtt.ts';
import { languageTag } from '#functions/base/text/language-tag.ts';
import type { VideoDeps } from '../transcode.adapters.ts';
import type { CaptionsRepository } from './captions.repository.ts';
import { getVideo } from '../videos.service.ts';
import { videoFilesPrefix } from '../work.ts';

export interface CaptionsDeps extends Pick<VideoDeps, 'videos' | 'mediaFiles' | 'budgets'> {
  readonly captions: CaptionsRepository;
}

interface CaptionsKey {
  /** Of the video. */
  readonly id: string;
  readonly language: string;
}

/**
 * Adds captions in a language to the caller's video, or replaces them. Stores them as clean WebVTT, and answers with what
 * was changed or left out. Throws `not_found`, `forbidden`, `conflict`, and `invalid_request` for a file that cannot be read.
 */
export async function putCaptions(
  deps: CaptionsDeps,
  callerId: string,
  { label, text, shift_ms: shiftMs, ...key }: CaptionsBody & CaptionsKey,
): Promise<Video & { reading: Omit<CaptionReading, 'cues'> }> {
  const { captions, mediaFiles, budgets } = deps;
  const video = await ownVideo(deps, callerId, key.id);
  const language = languageTag(key.language);
  if (video.status !== 'ready') throw new DomainError('conflict', 'captions_not_ready');
  requireRoom(video.captions ?? [], language);
  const { cues, ...reading } = readFile(text, video, shiftMs);
  const vtt = writeCaptions(cues);
  const url = captionsUrl(video, language, vtt);
  // An existing file costs nothing.
  if (url !== urlOf(video.captions ?? [], language))
    await budgets.take('files', { channelId: callerId, itemId: ulid(), amount: 1 });
  await mediaFiles.writeCaptions(url, vtt);
  let before: string | undefined;
  const changed = await captions.change(video, (known) => {
    requireRoom(known, language);
    before = urlOf(known, language);
    const others = known.filter((other) => other.language !== language);
    return [...others, { language, label, url }].toSorted((a, b) => (a.language < b.language ? -1 : 1));
  });
  if (!changed) await mediaFiles.deleteCaptions(url);
  else if (before !== undefined && before !== url) await mediaFiles.deleteCaptions(before);
  return { ...requireFound(changed, 'video'), reading };
}

/** Deletes the captions of the caller's video in a language, if there are any. Throws `not_found`, `forbidden`. */
export async function deleteCaptions(
  deps: Omit<CaptionsDeps, 'budgets'>,
  callerId: string,
  key: CaptionsKey,
): Promise<Video> {
  const video = await ownVideo(deps, callerId, key.id);
  const language = languageTag(key.language);
  let before: string | undefined;
  const changed = await deps.captions.change(video, (known) => {
    before = urlOf(known, language);
    return known.filter((captions) => captions.language !== language);
  });
  if (before !== undefined) await deps.mediaFiles.deleteCaptions(before);
  return requireFound(changed, 'video');
}

async function ownVideo(
  deps: Pick<VideoDeps, 'videos'>,
  callerId: string,
  id: string,
): Promise<Authorized<Video>> {
  const video = await getVideo(deps, callerId, id);
  return authorize(callerId, video.channel_id, video, 'video');
}

function requireRoom(captions: readonly Captions[], language: string): void {
  const others = captions.filter((other) => other.language !== language);
  if (others.length >= MAX_CAPTIONS)
    throw new DomainError('conflict', 'captions_many_languages', { max: MAX_CAPTIONS });
}

const urlOf = (captions: readonly Captions[], language: string): string | undefined =>
  captions.find((known) => known.language === language)?.url;

function readFile(text: string, { duration_s }: Video, shiftMs: number | undefined): CaptionReading {
  try {
    return parseCaptions(text, { durationMs: Math.ceil((duration_s ?? Infinity) * 1000), shiftMs });
  } catch (error) {
    if (!(error instanceof CaptionError)) throw error;
    throw new DomainError(
      'invalid_request',
      error.faults.map((fault) => ({ ...fault, field: 'text' })),
    );
  }
}

const captionsUrl = ({ channel_id, id }: Video, language: string, vtt: string): string =>
  `/${videoFilesPrefix(channel_id, id)}${captionsName(language, vtt)}`;
