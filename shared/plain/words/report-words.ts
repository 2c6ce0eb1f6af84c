/** What can be reported and why, in words. Apart from the schemas, so that the web loads none of them. */

/** What somebody may report: what is said, shown, or stands about a channel. */
export const REPORTED_KINDS = ['message', 'video', 'clip', 'channel', 'profile'] as const;
export type ReportedKind = (typeof REPORTED_KINDS)[number];

/** Why, as the form offers it; the log counts by these. */
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

/** What moderators of the site do, as the log tells it. */
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

/** What an act was about: what is reported, what a suspended person answered, or a person's role. */
export const SUBJECTS = [...REPORTED_KINDS, 'appeal', 'role'] as const;
export type Subject = (typeof SUBJECTS)[number];
