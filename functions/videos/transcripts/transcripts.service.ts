import { eachItem } from '#functions/log/each-item.ts';
import type { VideoDeps } from '../transcode.adapters.ts';
import { isListed } from '../visibility.ts';
import { transcriptWords } from './transcript-words.ts';
import type { Transcript } from '../table/transcript.item.ts';
import type { TranscriptsRepository } from './transcripts.repository.ts';

export interface TranscriptDeps extends Pick<VideoDeps, 'videos' | 'mediaFiles' | 'clock'> {
  readonly transcripts: TranscriptsRepository;
}

/** Limits one run; the next minute continues. */
const MAX_RUN_MS = 15_000;
const AT_ONCE = 2;
/** How long one process has before another may try again. */
const LEASE_MS = 60_000;

/** The minute tick: indexes the words of captions that were added, replaced, deleted, shown or hidden. */
export async function indexTranscripts(deps: TranscriptDeps, due: readonly Transcript[]): Promise<void> {
  const { clock } = deps;
  const untilMs = clock() + MAX_RUN_MS;
  const hasTime = () => clock() < untilMs;
  const work = (one: Transcript) => indexTranscript(deps, one);
  await eachItem(due, { step: 'videos.transcripts', atOnce: AT_ONCE, hasTime, work });
}

async function indexTranscript(
  { transcripts, videos, mediaFiles, clock }: TranscriptDeps,
  due: Transcript,
): Promise<void> {
  const transcript = await transcripts.claim(due, clock() + LEASE_MS);
  if (!transcript) return;
  const video = await videos.find(transcript.id);
  const captions = video && isListed(video) ? (video.captions ?? []) : [];
  const files: string[] = [];
  // A missing file was replaced or deleted meanwhile, which makes the transcript due again.
  for (const { url } of captions) {
    const file = await mediaFiles.read(url.slice(1));
    if (file !== null) files.push(file);
  }
  await transcripts.replaceWords(transcript, transcriptWords(files));
}
