import { type ComponentProps, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { Link } from './links/link.tsx';
import { endAll, listen } from '#web/lib/listen.ts';
import { FanMark } from './fan-mark.tsx';

type Variant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'outline' | 'off';
type Size = 'sm' | 'md' | 'lg' | 'field';

interface ButtonStyle {
  readonly variant?: Variant | undefined;
  /** `field` is as high as the fields beside it. */
  readonly size?: Size | undefined;
  /** @default rounded corners */
  readonly shape?: 'pill' | undefined;
}

const BASE =
  'inline-flex max-w-full shrink-0 items-center justify-center gap-2 py-1 font-semibold select-none [&>svg]:shrink-0 transition-colors disabled:cursor-not-allowed disabled:opacity-55 forced-colors:border';

const VARIANTS: Record<Variant, string> = {
  primary: 'bg-accent text-on-accent enabled:hover:bg-accent-strong [a&]:hover:bg-accent-strong',
  secondary: 'bg-raised text-ink enabled:hover:bg-line [a&]:hover:bg-line',
  ghost: 'text-soft enabled:hover:bg-raised enabled:hover:text-ink [a&]:hover:bg-raised [a&]:hover:text-ink',
  danger: 'bg-live text-on-live enabled:hover:brightness-110',
  outline: 'border border-line text-soft enabled:hover:bg-raised enabled:hover:text-ink',
  off: 'bg-danger-dim text-danger',
};

const SIZES: Record<Size, string> = {
  sm: 'min-h-control-sm px-3 text-sm',
  md: 'min-h-control-md px-4 text-sm',
  lg: 'min-h-12 px-5 text-base',
  field: 'min-h-11 px-4 text-sm',
};

export const buttonClass = ({ variant = 'primary', size = 'md', shape }: ButtonStyle, className = '') =>
  `${BASE} ${shape === 'pill' ? 'rounded-full' : 'rounded-md'} ${VARIANTS[variant]} ${SIZES[size]} ${className}`;

type ButtonProps = Omit<ComponentProps<'button'>, 'ref'> & ButtonStyle & { readonly busy?: boolean };

/** `busy` disables the button and displays a spinning fan. */
export function Button({ variant, size, shape, busy = false, ...props }: ButtonProps) {
  const { className, children, disabled, ...rest } = props;
  return (
    <button
      ref={useKeptFocus(busy)}
      type="button"
      className={buttonClass({ variant, size, shape }, className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy && <FanMark spinning className="size-4" />}
      {children}
    </button>
  );
}

/** Restores the focus that a button loses when disabled. */
function useKeptFocus(busy: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    const element = button.current!;
    return endAll([
      listen(element, 'focus', () => {
        hadFocus.current = true;
      }),
      // Browsers may blur a button when it is disabled.
      listen(element, 'blur', () => {
        hadFocus.current = element.disabled;
      }),
    ]);
  }, []);
  useLayoutEffect(() => {
    if (!busy && hadFocus.current && document.activeElement === document.body) button.current?.focus();
  }, [busy]);
  return button;
}

type ButtonLinkProps = ComponentProps<typeof Link> & ButtonStyle;

export function ButtonLink({ variant, size, className, ...rest }: ButtonLinkProps) {
  return <Link className={buttonClass({ variant, size }, className)} {...rest} />;
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** For screen readers and the tooltip. */
  readonly label: string;
  readonly variant?: IconButtonVariant | undefined;
  readonly size?: keyof typeof ICON_SIZES | undefined;
  readonly children: ReactNode;
}

type IconButtonVariant = 'ghost' | 'secondary' | 'outline' | 'off';

const ICON_SIZES = { sm: 'size-control-sm', md: 'size-control-md', field: 'size-11' };

export const iconButtonClass = (
  { variant = 'ghost', size = 'md' }: Pick<IconButtonProps, 'variant' | 'size'>,
  className = '',
) => `${BASE} rounded-md ${VARIANTS[variant]} ${ICON_SIZES[size]} ${className}`;

export function IconButton({ label, variant, size, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={iconButtonClass({ variant, size }, className)}
      {...rest}
    >
      {children}
    </button>
  );
}
