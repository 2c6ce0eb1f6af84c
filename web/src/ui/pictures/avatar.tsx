import { FanMark } from '../fan-mark.tsx';
import { hueOf } from './hue.ts';

interface AvatarProps {
  readonly name: string;
  /** A picture URL; empty: a drawn default. */
  readonly src?: string;
  /** Sets the size; square. */
  readonly className?: string;
}

/** A round picture, or an initial before a faint fan. Decorative, because the name is beside it. */
export function Avatar({ name, src, className = 'size-10 text-base' }: AvatarProps) {
  const shape = `relative shrink-0 overflow-hidden rounded-full ${className}`;
  if (src) return <img src={src} alt="" loading="lazy" className={`${shape} object-cover`} />;
  const background = `oklch(0.46 0.1 ${hueOf(name)})`;
  return (
    <span aria-hidden="true" className={`${shape} grid place-items-center text-white`} style={{ background }}>
      <FanMark className="absolute -inset-1/4 size-[150%] opacity-20" />
      {/* Drawn, because it is no part of what a button with the picture is called. */}
      <span
        data-initial={[...name][0]}
        className="relative font-semibold uppercase before:content-[attr(data-initial)]"
      />
    </span>
  );
}
