export { messageKey } from './chat.item.ts';
export { chatRepository } from './chat.repository.ts';
export { isWithinBroadcast } from './message.ts';
export { listMessagesBetween } from './read-messages.service.ts';
export { recordedChatRepository, type ChatPage, type ChatRange } from './recorded-chat.repository.ts';
export { RETENTION_LEASE_MS } from './retention/retention.ts';
export { retentionWrite } from './retention/retention.item.ts';
export { findRefusedAuthors, REFUSAL_ATTRIBUTES } from './rooms/refused-authors.ts';
export { roomReads } from './rooms/rooms.repository.ts';
