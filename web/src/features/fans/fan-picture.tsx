import type { Fan } from '#shared/channels/fans.ts';
import { FanMark } from '#web/ui/fan-mark.tsx';
import { gradientOf } from '#web/ui/pictures/hue.ts';

interface FanPictureProps {
  /** Determines the colour of the default picture. */
  readonly name: string;
  readonly url: string | undefined;
  readonly className?: string;
}

export function FanPicture({ name, url, className = '' }: FanPictureProps) {
  const shape = `aspect-video w-full rounded-card border border-line ${className}`;
  if (url) return <img src={url} alt="" loading="lazy" className={`${shape} bg-raised object-cover`} />;
  const background = gradientOf(name, '0.38 0.06', '0.22 0.04', 35);
  return (
    <div className={`${shape} grid place-items-center text-white`} style={{ background }}>
      <FanMark className="size-16 opacity-30" />
    </div>
  );
}

/** "Northwind Desk King" */
export const fanName = ({ maker, model }: Pick<Fan, 'maker' | 'model'>): string => `${maker} ${model}`;
