export { type AudiencePage, notified } from './delivery/delivery.ts';
export { noticeItem, noticeRemoval, noticeWrite } from './notice.item.ts';
export { notificationLanguage } from './table/language.writes.ts';
export {
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
