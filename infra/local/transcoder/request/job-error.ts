/**
 * Why a job ends in `ERROR`. Source: AWS Elemental MediaConvert User Guide, "Error codes"; the messages are shorter
 * than AWS's, the codes are the same.
 */
export const jobErrors = {
  unreadable: { code: 1010, text: 'Unable to open input file' },
  noPicture: { code: 1020, text: 'No video in the input' },
  noSound: { code: 1021, text: 'No audio in the input' },
  unsupportedCodec: { code: 1030, text: 'Unsupported codec in the input' },
  unsuitableSettings: { code: 1040, text: 'The settings do not suit the input' },
  endsEarly: { code: 1076, text: 'The input could not be read to its end' },
  accessDenied: { code: 1401, text: 'Amazon S3 denied access' },
  missing: { code: 1404, text: 'The file or bucket could not be found' },
  unknown: { code: 1999, text: 'Unknown error' },
} as const satisfies Record<string, { readonly code: number; readonly text: string }>;

/** Ends a job in `ERROR`. */
export class JobError extends Error {
  override readonly name = 'JobError';
  readonly code: number;

  constructor(kind: keyof typeof jobErrors, about: string, options?: ErrorOptions) {
    super(`${jobErrors[kind].text}: ${about}`, options);
    this.code = jobErrors[kind].code;
  }
}
