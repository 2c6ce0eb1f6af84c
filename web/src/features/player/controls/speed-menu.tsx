import { ChoiceMenu } from './choice-menu.tsx';
import { type Commands, RATES } from '../commands/commands.ts';
import { type Media, useMedia } from '../commands/media.ts';

/** How fast a video plays. */
export function SpeedMenu({ media, commands }: { readonly media: Media; readonly commands: Commands }) {
  const rate = useMedia(media, ({ mediaPlaybackRate = 1 }) => mediaPlaybackRate);
  return (
    <ChoiceMenu
      label={`Speed: ${rate}×`}
      icon={<span className="tabular-nums">{rate}×</span>}
      choices={RATES.map((value) => ({ value, name: value === 1 ? 'Normal' : `${value}×` }))}
      chosen={rate}
      onChoose={commands.setRate}
    />
  );
}
