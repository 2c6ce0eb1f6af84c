import { type ReactNode, useMemo } from 'react';
import { createPortal } from 'react-dom';
import { ToolPanel } from '#web/ui/tool-panel.tsx';
import { playerSound, type SoundSource } from './link/sound-source.ts';
import { MeterView } from './panel/meter-view.tsx';
import { useMeter } from './link/meter-link.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface PlayerMeterProps {
  readonly video: HTMLVideoElement;
  readonly below: HTMLElement;
  /** As counted by the streamer, if known. */
  readonly blades: number | null;
  readonly onClose: () => void;
}

export function PlayerMeter({ video, below, blades, onClose }: PlayerMeterProps) {
  const source = useMemo(() => playerSound(video), [video]);
  return createPortal(
    // Limited in height above a scrolling chat, so that some of the chat stays visible.
    <div className="px-4 pt-4 sm:px-0 stacked:max-h-[50dvh] stacked:overflow-y-auto">
      <ToolPanel title={t('meter.title')} closeLabel={t('meter.close')} onClose={onClose}>
        {source ? <Measured source={source} blades={blades} /> : <Note>{t('meter.unsupported')}</Note>}
      </ToolPanel>
    </div>,
    below,
  );
}

function Measured({ source, blades }: { readonly source: SoundSource; readonly blades: number | null }) {
  const meter = useMeter(source, { blades });
  if (meter.hasFailed) return <Note>{t('meter.failed')}</Note>;
  return <MeterView meter={meter} />;
}

const Note = ({ children }: { readonly children: ReactNode }) => (
  <p className="mt-1 text-sm text-soft">{children}</p>
);
