/** News of moderation, apart from the schemas, so that pages load no zod. */

/** Decisions of moderators, for the person whom they concern. */
export const MODERATION_EVENTS = [
  'message_removed',
  'content_removed',
  'suspended',
  'suspension_lifted',
  'appeal_rejected',
  'appointed',
  'chat_lifted',
  'chat_appeal',
] as const;
export type ModerationEvent = (typeof MODERATION_EVENTS)[number];

const ABOUT_ACCOUNT: readonly (ModerationEvent | null)[] = [
  'suspended',
  'suspension_lifted',
  'appeal_rejected',
];

/** Whether the settings explain the event: they have the reason, and the form of an appeal. */
export const isAboutAccount = (event: ModerationEvent | null): boolean => ABOUT_ACCOUNT.includes(event);
