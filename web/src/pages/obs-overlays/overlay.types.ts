import type { Channel } from '#shared/channels/channels.ts';
import type { OverlayKind, OverlaySettings } from './overlay-settings.ts';

export interface OverlayProps<K extends OverlayKind> {
  readonly channel: Channel;
  readonly settings: OverlaySettings<K>;
}
