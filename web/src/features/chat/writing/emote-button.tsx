import { Smile } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { onDemand } from '../../../ui/on-demand.tsx';
import { IconButton } from '../../../ui/button.tsx';

const EmotePicker = onDemand(() => import('../emotes/emote-picker.tsx'), 'EmotePicker', { isOverlay: true });

export function EmoteButton({ onPick }: { readonly onPick: (name: string) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLDivElement>(null);
  const close = useCallback(() => {
    setIsOpen(false);
    button.current?.querySelector('button')?.focus();
  }, []);
  return (
    <div ref={button}>
      <IconButton
        label="Emotes"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={() => void EmotePicker.prepare()}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Smile className="size-5" />
      </IconButton>
      {isOpen && (
        <EmotePicker
          onClose={close}
          onPick={(name) => {
            setIsOpen(false);
            onPick(name);
          }}
        />
      )}
    </div>
  );
}
