import { Card } from '../../../ui/card.tsx';
import { CapNotice } from '../../../ui/states/cap-notice.tsx';
import { ActionBar } from './action-bar.tsx';
import { cameraLine } from '../broadcast-words.ts';
import { CameraPreview } from './camera-preview.tsx';
import { Devices } from './device-rows.tsx';
import { EndingProgress } from './ending-progress.tsx';
import { UploadState } from './upload-state.tsx';
import type { Broadcast } from '../use-broadcast.ts';

/** `viewers`: as many as are known of while live. */
type CameraCardProps = Broadcast & { readonly viewers: number };

/** The camera's card: specification §2 (/go-live). */
export function CameraCard({ viewers, ...broadcast }: CameraCardProps) {
  const { state, problem, refusal } = broadcast;
  const { phase } = state;
  return (
    <Card title="Camera Preview" description={cameraLine(state)} className="max-sm:p-3">
      <div className="flex flex-col gap-4" data-phase={phase}>
        <CameraPreview state={state} problem={problem} viewers={viewers} />
        {phase === 'live' && <UploadState {...state} />}
        {(phase === 'ready' || phase === 'starting' || phase === 'live') && <Devices {...broadcast} />}
        {phase === 'ending' && <EndingProgress chunks={state.chunks} />}
        <CapNotice words={refusal} />
        <ActionBar {...broadcast} phase={phase} />
      </div>
    </Card>
  );
}
