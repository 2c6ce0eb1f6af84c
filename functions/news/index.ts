export { type AudiencePage, notified } from './delivery/delivery.ts';
export { noticeItem, noticeKey, noticeRemoval, noticeWrite } from './notice.item.ts';
export { notificationLanguage } from './table/language.writes.ts';
export {
  commentNotice,
  replyNotice,
  planNotice,
  messageRemoved,
  moderated,
  namedInChat,
  type Notice,
  planChanged,
  type PlanTimes,
  videoNoticeId,
  videoNotice,
  liveNotice,
} from './notice.ts';
