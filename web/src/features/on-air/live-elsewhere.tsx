import { paths } from '../../lib/paths.ts';
import { countOf } from '../../lib/words/format.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { LiveBadge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { EndButton, type EndButtonProps, liveBy } from './end-button.tsx';

/** Says on /go-live that the user is already live from another page or software, with the possible actions. */
export function LiveElsewhere(props: EndButtonProps) {
  const { title, viewers } = props.channel;
  const isCamera = liveBy(props.channel) === 'camera';
  return (
    <Card title="You are live already" className="mb-6 border-accent! max-sm:p-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <LiveBadge />
        <span className="font-medium wrap-anywhere">{title}</span>
        <span className="text-soft tabular-nums">{countOf(viewers, 'viewer')}</span>
      </p>
      <p className="mt-2 text-sm text-soft">
        {isCamera
          ? 'From the camera of another tab or device. If you go live here, that broadcast ends.'
          : 'Through streaming software. Stop that stream before you go live from your camera.'}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        {!isCamera && (
          <ButtonLink to={paths.goLiveAdvanced()} variant="secondary">
            Manage
          </ButtonLink>
        )}
        <EndButton {...props} />
      </div>
    </Card>
  );
}
