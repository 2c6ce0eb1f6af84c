/** The rules that a caption file breaks, by the names of their messages in `errors` of `messages/en.json`. Pure. */

export type CaptionFault =
  | {
      readonly reason:
        | 'captions_encoding'
        | 'captions_format'
        | 'captions_empty'
        | 'captions_time_form'
        | 'captions_late'
        | 'captions_early';
    }
  | {
      readonly reason: 'captions_time' | 'captions_end_before_start';
      readonly params: { readonly line: number };
    }
  | { readonly reason: 'captions_long_cue'; readonly params: { readonly line: number; readonly max: number } }
  | { readonly reason: 'captions_lost'; readonly params: { readonly lost: number; readonly all: number } }
  | {
      readonly reason: 'captions_clock';
      readonly params: Record<keyof CaptionClock, number> & { readonly time: string };
    }
  | { readonly reason: 'captions_other_format'; readonly params: { readonly format: string } }
  | { readonly reason: 'captions_many_cues'; readonly params: { readonly max: number } }
  | { readonly reason: 'captions_too_large'; readonly params: { readonly max_mb: number } };

/** Captions at the times of another clock than the video's, and the shift that brings them into it. */
export interface CaptionClock {
  /** Of the first caption, as the file has it. */
  readonly first_ms: number;
  readonly shift_ms: number;
}

/** A file that cannot be read. */
export class CaptionError extends Error {
  override readonly name = 'CaptionError';
  readonly faults: readonly CaptionFault[];

  constructor(...faults: readonly [CaptionFault, ...CaptionFault[]]) {
    super(faults[0].reason);
    this.faults = faults;
  }
}
