/** Reports in words, apart from the schemas, so that pages load no zod. */

/** Kinds of content that can be reported. */
export const REPORTED_KINDS = [
  'message',
  'comment',
  'video',
  'clip',
  'playlist',
  'channel',
  'profile',
  'emote',
] as const;
export type ReportedKind = (typeof REPORTED_KINDS)[number];

/** In the form's order; the log counts by reason. */
export const REPORT_REASONS = {
  spam: 'Spam or a scam',
  harassment: 'Bullying or harassment',
  hate: 'Hate against people for what they are',
  violence: 'Violence or threats',
  sexual: 'Sexual content',
  minors: 'Harm to a minor',
  'self-harm': 'Self-harm or suicide',
  illegal: 'Something illegal for sale, or dangerous',
  impersonation: 'Pretends to be somebody else',
  rights: 'Uses somebody’s work or picture without leave',
  other: 'Something else',
} as const;
export type ReportReason = keyof typeof REPORT_REASONS;

/** Acts of the site's moderators, as the log names them. */
export const ACTS = {
  dismiss: 'Left as it is',
  remove: 'Removed',
  suspend: 'Account suspended',
  lift: 'Suspension lifted',
  undo: 'Taken back',
  grant: 'A moderator was named',
  revoke: 'A moderator was taken the role',
} as const;
export type Act = keyof typeof ACTS;

/** Subjects of an act: a reported item, an appeal, or a person's role. */
export const SUBJECTS = [...REPORTED_KINDS, 'appeal', 'role'] as const;
export type Subject = (typeof SUBJECTS)[number];
