import { DomainError } from '../base/errors.ts';

/** Pictures are the channel's that uploaded them; empty stands for none. Throws `forbidden` for those of others. */
export function requireOwnPicture(channelId: string, url = ''): void {
  if (url === '' || url.startsWith(`/media/pictures/${channelId}/`)) return;
  throw new DomainError('forbidden', 'You can only use pictures that you uploaded yourself.');
}
