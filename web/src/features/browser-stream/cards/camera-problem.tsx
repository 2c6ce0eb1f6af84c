import { CameraOff } from 'lucide-react';
import { paths } from '../../../lib/paths.ts';
import { TextLink } from '../../../ui/links/links.tsx';
import type { CameraProblem } from '../broadcast.ts';

interface Advice {
  readonly title: string;
  readonly text: string;
  readonly offersSoftware: boolean;
}

const ADVICE: Record<CameraProblem, Advice> = {
  denied: {
    title: 'Camera and microphone are blocked',
    text: 'Allow both for this site, by the icon beside its address or in the settings of your system. Then press Start Camera again.',
    offersSoftware: false,
  },
  none: {
    title: 'No camera found',
    text: 'Connect a camera and press Start Camera again, or open this page on your phone.',
    offersSoftware: true,
  },
  busy: {
    title: 'The camera is in use',
    text: 'Close the program or the tab that has it. Then press Start Camera again.',
    offersSoftware: false,
  },
  microphone: {
    title: 'The microphone cannot be used',
    text: 'This browser cannot record it, which happens with headsets by Bluetooth. Choose another microphone in your system, then press Start Camera again.',
    offersSoftware: true,
  },
  unsupported: {
    title: 'This browser cannot broadcast',
    text: 'It can neither encode video for us nor record WebM. Open this page in a newer Chrome, Edge, Firefox or Safari.',
    offersSoftware: true,
  },
  insecure: {
    title: 'The camera needs a secure address',
    text: 'Browsers allow it over https, or on localhost. Open Fanfare at such an address.',
    offersSoftware: true,
  },
};

/** Replaces the preview. */
export function CameraProblemNote({ problem }: { readonly problem: CameraProblem }) {
  const { title, text, offersSoftware } = ADVICE[problem];
  return (
    <div data-camera-problem={problem} className="max-w-md px-6 py-5 text-center">
      <CameraOff className="mx-auto size-8 text-danger" />
      <h3 className="mt-3 font-semibold">{title}</h3>
      <p className="mt-1 text-sm text-balance text-soft">{text}</p>
      {offersSoftware && (
        <p className="mt-2 text-sm">
          <TextLink to={paths.goLiveAdvanced()}>Use streaming software instead</TextLink>
        </p>
      )}
    </div>
  );
}
