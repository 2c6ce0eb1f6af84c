import { Eye } from 'lucide-react';
import { viewersText } from '#web/lib/i18n/counts.ts';
import type { OverlayProps } from './overlay.types.ts';
import { ICON_STYLE, outlined } from './overlay-style.ts';

/** The number of viewers of a live channel; nothing where its owner hides it. */
export function ViewersOverlay({ channel: { is_live, viewers }, settings }: OverlayProps<'viewers'>) {
  if (!is_live || viewers === undefined) return null;
  return (
    <p
      data-overlay="viewers"
      className="flex items-center gap-2 overflow-hidden font-bold whitespace-nowrap tabular-nums"
      style={outlined(settings.font)}
    >
      <Eye style={ICON_STYLE} />
      {viewersText(viewers)}
    </p>
  );
}
