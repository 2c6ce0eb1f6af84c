/**
 * What MediaConvert's error codes mean for a person. Pure.
 * Source: AWS Elemental MediaConvert User Guide, "MediaConvert error codes".
 */
const REASONS: Readonly<Record<number, string>> = {
  1010: 'This file cannot be read as a video. It may be damaged or incomplete.',
  1020: 'There is neither picture nor sound in this file.',
  1021: 'There is neither picture nor sound in this file.',
  1030: 'This video was made with a codec that cannot be played here. Save it as MP4 (H.264) and try again.',
  1040: 'This video has a form that cannot be processed. Save it as MP4 (H.264) and try again.',
  1076: 'This file is damaged: it could not be read to its end.',
  1404: 'The uploaded file is no longer there. Please upload it again.',
};

export const UNREADABLE = REASONS[1010] ?? '';
export const CANCELED = 'The processing of this video was stopped. Please upload it again.';
export const OUR_FAULT =
  'Something went wrong on our side while this video was processed. Please upload it again.';

/** The file's own fault, which another try would not mend; any other failure may be over by then. */
export const isFinal = (errorCode: number | undefined): boolean =>
  errorCode !== undefined && (errorCode in REASONS || (errorCode >= 1010 && errorCode < 1100));

export const reasonOf = (errorCode: number | undefined): string =>
  REASONS[errorCode ?? 0] ?? (isFinal(errorCode) ? UNREADABLE : OUR_FAULT);
