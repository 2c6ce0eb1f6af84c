/** What other features may import from chat. */
export { messageKey } from './chat.item.ts';
export { chatRepository } from './chat.repository.ts';
export { clearedIdOf } from './rooms/rooms.repository.ts';
