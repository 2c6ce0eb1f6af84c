/** Caption files that are sent; they are not in the specification. */
import * as z from 'zod/mini';
import { broken } from '../base/errors.ts';
import { count, described, entity, notEmpty, text, visibleText } from '../base/fields.ts';
import {
  CAPTION_LABEL_MAX_LENGTH,
  MAX_CAPTION_SHIFT_MS,
  MAX_CAPTION_TEXT,
} from '../plain/captions/caption-limits.ts';
import { LINE_CHANGES } from '../plain/captions/caption-lines.ts';

const ShiftMs = z.int().check(z.gte(-MAX_CAPTION_SHIFT_MS), z.lte(MAX_CAPTION_SHIFT_MS));

export const CaptionsBody = z.strictObject({
  label: described(
    visibleText().check(notEmpty(), z.maxLength(CAPTION_LABEL_MAX_LENGTH)),
    'The language as viewers read it: “English”',
  ),
  text: described(
    text().check(z.maxLength(MAX_CAPTION_TEXT, broken('captions_too_large'))),
    'WebVTT, SRT or SBV, also as programs write them that break their rules; it is stored as clean WebVTT. What cannot be read is left out; a file without half of its captions is refused',
  ),
  shift_ms: described(
    z.optional(ShiftMs),
    'Added to all times: -36000000 where the clock of the file begins at 10:00:00',
  ),
});
export type CaptionsBody = z.infer<typeof CaptionsBody>;

const ChangedLine = z.object({
  line: described(z.int().check(z.gte(1)), 'Its number in the file'),
  text: described(z.string(), 'Cut after 300 characters'),
  change: described(
    z.enum(LINE_CHANGES),
    '`timing`: read as `result`; `formatting`: without it; `tag_as_text`: an unknown tag is kept as text; `line_break`: `\\N` is read as one; `entity`: encoded twice; `characters`: has some that cannot be read; `left_out`: is no caption; `left_out_time`, `left_out_order`, `left_out_early`, `left_out_late`, `left_out_long`, `left_out_empty`: of a caption that cannot be read, ends before it starts, ends before the video, starts after it, is too long, has no text',
  ),
  result: described(z.optional(z.string()), 'Of a timing, in WebVTT'),
});

export const CaptionReading = entity('CaptionReading', {
  lines: described(z.array(ChangedLine), 'All lines that were changed or left out, in order'),
  more: described(count(), 'Further such lines of a very long list'),
  clock: described(
    z.optional(
      z.object({
        first_ms: described(z.int(), 'Of the first caption in the file'),
        shift_ms: described(ShiftMs, 'To be sent with the file again'),
      }),
    ),
    'Where the file’s clock does not seem to be the video’s: the shift that is proposed. A refusal has it in `params`',
  ),
});
export type CaptionReading = z.infer<typeof CaptionReading>;
