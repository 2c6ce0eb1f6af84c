/** Reasons, acts and kinds of moderation in the page's language. */
import {
  type Act,
  REPORT_REASONS,
  type ReportReason,
  type Subject,
} from '#shared/plain/moderation/report-words.ts';
import { t } from '#web/lib/i18n/messages.ts';

export const reasonText = (reason: ReportReason): string =>
  t('moderation.reasonName', { reason: reason === 'self-harm' ? 'selfHarm' : reason });

/** In the form's order. */
export const REASON_OPTIONS = (Object.keys(REPORT_REASONS) as ReportReason[]).map((value) => ({
  value,
  text: reasonText(value),
}));

export const isReason = (reason: string): reason is ReportReason => Object.hasOwn(REPORT_REASONS, reason);

export const ACT_TEXTS: Readonly<Record<Act, string>> = {
  dismiss: t('moderation.actDismissed'),
  remove: t('moderation.actRemoved'),
  suspend: t('moderation.actSuspended'),
  lift: t('moderation.actLifted'),
  undo: t('moderation.actUndone'),
  grant: t('moderation.actRoleGiven'),
  revoke: t('moderation.actRoleTaken'),
};

export const KIND_TEXTS: Readonly<Record<Subject, string>> = {
  message: t('moderation.kindMessage'),
  comment: t('moderation.kindComment'),
  video: t('moderation.kindVideo'),
  channel: t('moderation.kindChannel'),
  profile: t('moderation.kindProfile'),
  clip: t('moderation.kindClip'),
  playlist: t('moderation.kindPlaylist'),
  emote: t('moderation.kindEmote'),
  appeal: t('moderation.kindAppeal'),
  role: t('moderation.kindRole'),
};
