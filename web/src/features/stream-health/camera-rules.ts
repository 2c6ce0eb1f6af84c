/** The rules for broadcasts from the camera, the most severe for viewers first. Pure. */
import { RECORDING_BITS_PER_SECOND } from '../../../../shared/limits.ts';
import type { Pieces } from '../../../../shared/live/stream-health.ts';
import { bad, mild, rateText, type RecorderFacts, type Rule } from './rule.ts';

/** The server's data, and the recorder's if it runs on this page. */
interface CameraFacts {
  readonly pieces: Pieces | null;
  readonly recorder: RecorderFacts | null;
}

/** Usually one or two are being sent. */
const MANY_WAITING = 4;
/** Share of the recent pieces. */
const MANY_LATE = 0.1;

const RELIEVE_DEVICE = 'This device is busy: close other tabs and programs, and plug it in';

export const CAMERA_RULES: readonly Rule<CameraFacts>[] = [
  ({ recorder }) =>
    recorder &&
    recorder.lostChunks > 0 &&
    bad(
      'lost',
      `${recorder.lostChunks} ${recorder.lostChunks === 1 ? 'piece is' : 'pieces are'} lost: this browser had no room to keep what could not be sent.`,
      'Free some space on this device.',
    ),
  ({ recorder }) =>
    recorder &&
    (recorder.isWaiting || recorder.waitingChunks >= MANY_WAITING) &&
    bad(
      'no-network',
      recorder.isWaiting
        ? 'Nothing gets through at the moment: viewers wait.'
        : `${recorder.waitingChunks} pieces wait to be sent: viewers may have to wait.`,
      recorder.quality?.isDeviceSlow
        ? `${RELIEVE_DEVICE}. Nothing is lost: all is sent later.`
        : 'Nothing is lost: it is sent when there is a connection. Move closer to your Wi-Fi, or change the network.',
    ),
  // A slow device sends pieces late and may lose some, even on a good network.
  ({ pieces, recorder }) => {
    if (!pieces) return null;
    const isDeviceSlow = recorder?.quality?.isDeviceSlow === true;
    const { stored, missing, late } = pieces;
    if (missing > 0)
      return bad(
        'gaps',
        `${missing} of the last ${stored + missing} pieces have not arrived: viewers see jumps.`,
        isDeviceSlow
          ? `${RELIEVE_DEVICE}. What comes late is in the replay.`
          : 'Your network has gaps: move closer to your Wi-Fi, or change the network. What comes late is in the replay.',
      );
    if (late <= stored * MANY_LATE) return null;
    return mild(
      'late',
      `${late} of the last ${stored} pieces came late: viewers may have to wait for the picture.`,
      isDeviceSlow
        ? `${RELIEVE_DEVICE}.`
        : 'Your network is uneven: move closer to your Wi-Fi, or end other uploads.',
    );
  },
  ({ recorder }) => {
    const quality = recorder?.quality;
    if (!quality?.isReduced) return null;
    return quality.isDeviceSlow
      ? mild(
          'slow-device',
          `This device cannot keep up: it sends ${quality.framesPerSecond} frames a second of ${quality.heightPx} lines.`,
          `${RELIEVE_DEVICE}; the picture becomes better by itself.`,
        )
      : mild(
          'slow-uplink',
          `Your connection takes ${rateText(quality.bitsPerSecond)} in place of ${rateText(RECORDING_BITS_PER_SECOND)}: your picture is coarser for it.`,
          'Move closer to your Wi-Fi, or end other uploads; the picture becomes better by itself.',
        );
  },
];
