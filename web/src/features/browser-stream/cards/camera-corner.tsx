import { Move } from 'lucide-react';
import { type PointerEvent, useRef } from 'react';
import { cornerByKey, nearestCorner, type ScreenLayout } from '../screen-layout.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface CameraCornerProps {
  readonly layout: ScreenLayout;
  readonly onArrange: (layout: ScreenLayout) => void;
}

/** A handle over the camera in the preview: dragging or an arrow key moves it to another corner. */
export function CameraCorner({ layout, onArrange }: CameraCornerProps) {
  const { corner, isLarge } = layout;
  const grip = useRef<HTMLButtonElement>(null);
  const moveTo = ({ clientX, clientY }: PointerEvent) => {
    const box = grip.current?.parentElement?.getBoundingClientRect();
    if (!box) return;
    const next = nearestCorner((clientX - box.left) / box.width, (clientY - box.top) / box.height);
    if (next !== corner) onArrange({ ...layout, corner: next });
  };
  return (
    <button
      ref={grip}
      type="button"
      aria-label={t('browserStream.moveCamera')}
      data-corner={corner}
      className={`group absolute z-raised grid aspect-video cursor-move touch-none place-items-center rounded-md border-2 border-dashed border-white/50 hover:border-white focus-visible:border-white ${isLarge ? 'w-1/3' : 'w-[22%]'}`}
      // Physical sides, as in the picture.
      style={{
        [corner.startsWith('top') ? 'top' : 'bottom']: '3.3%',
        [corner.endsWith('left') ? 'left' : 'right']: '1.9%',
      }}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerUp={moveTo}
      onKeyDown={(event) => {
        const next = cornerByKey(corner, event.key);
        if (!next) return;
        event.preventDefault();
        onArrange({ ...layout, corner: next });
      }}
    >
      <Move className="size-5 text-white opacity-0 drop-shadow group-hover:opacity-100 group-focus-visible:opacity-100" />
    </button>
  );
}
