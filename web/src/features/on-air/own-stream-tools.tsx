import { Radio, SlidersHorizontal } from 'lucide-react';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EndButton, type EndButtonProps } from './end-button.tsx';
import { liveBy } from './on-air-words.ts';

/** The channel owner's actions: Go Live, or Manage and End Stream. */
export function OwnStreamTools(props: EndButtonProps) {
  const way = liveBy(props.channel);
  if (way === null) {
    return (
      <ButtonLink to={paths.goLive()}>
        <Radio className="size-4" />
        Go Live
      </ButtonLink>
    );
  }
  return (
    <>
      <ButtonLink to={way === 'camera' ? paths.goLive() : paths.goLiveAdvanced()} variant="secondary">
        <SlidersHorizontal className="size-4" />
        Manage
      </ButtonLink>
      <EndButton {...props} />
    </>
  );
}
