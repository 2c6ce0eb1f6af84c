import type { ReactNode } from 'react';
import { ToolPanel } from '../../../ui/tool-panel.tsx';
import type { SoundSource } from '../link/sound-source.ts';
import { MeterView } from './meter-view.tsx';
import { useMeter } from './use-meter.ts';

interface MeterPanelProps {
  /** Null where the browser hands out none. */
  readonly source: SoundSource | null;
  /** As the streamer has counted them, where that is known. */
  readonly blades: number | null;
  readonly onClose: () => void;
}

/** What a sound tells of the fan in it. */
export const MeterPanel = ({ source, blades, onClose }: MeterPanelProps) => (
  <ToolPanel title="Fan meter" closeLabel="Close the fan meter" onClose={onClose}>
    {source ? (
      <Measured source={source} blades={blades} />
    ) : (
      <Note>This browser does not hand out what a player sounds like. Others do.</Note>
    )}
  </ToolPanel>
);

function Measured({ source, blades }: { readonly source: SoundSource; readonly blades: number | null }) {
  const meter = useMeter(source, { blades });
  if (meter.hasFailed) return <Note>The sound could not be measured here.</Note>;
  return <MeterView meter={meter} />;
}

const Note = ({ children }: { readonly children: ReactNode }) => (
  <p className="mt-1 text-sm text-soft">{children}</p>
);
