import type { StreamHealth } from '../../../../shared/live/stream-health.ts';
import { formatCount } from '../../lib/words/format.ts';
import { Curve } from './curve.tsx';
import { rateText } from './diagnosis.ts';

/** What came in the last minutes, and who watched since it began; each once there is something to be seen. */
export function Curves({ rates, audience }: Pick<StreamHealth, 'rates' | 'audience'>) {
  return (
    <div className="grid gap-3 empty:hidden">
      {rates.length > 1 && (
        <Curve
          label="Bitrate of the last minutes"
          caption="Bitrate, last minutes"
          values={rates.map((point) => point.bits_per_second)}
          format={rateText}
        />
      )}
      {audience.length > 1 && (
        <Curve
          label="Viewers since the beginning"
          caption="Viewers"
          values={audience.map(({ viewers }) => viewers)}
          format={formatCount}
        />
      )}
    </div>
  );
}
