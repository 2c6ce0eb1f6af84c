import { type ComponentProps, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { endAll, listen } from '../lib/listen.ts';
import { FanMark } from './fan-mark.tsx';

type Variant = 'primary' | 'secondary' | 'ghost' | 'danger';
type Size = 'sm' | 'md' | 'lg';

interface ButtonStyle {
  readonly variant?: Variant;
  readonly size?: Size;
}

const BASE =
  'inline-flex max-w-full shrink-0 items-center justify-center gap-2 rounded-md font-semibold whitespace-nowrap select-none [&>svg]:shrink-0 transition-colors disabled:cursor-not-allowed disabled:opacity-55';

const VARIANTS: Record<Variant, string> = {
  primary: 'bg-accent text-on-accent enabled:hover:bg-accent-strong [a&]:hover:bg-accent-strong',
  secondary: 'bg-raised text-ink enabled:hover:bg-line [a&]:hover:bg-line',
  ghost: 'text-soft enabled:hover:bg-raised enabled:hover:text-ink [a&]:hover:bg-raised [a&]:hover:text-ink',
  danger: 'bg-live text-on-live enabled:hover:brightness-110',
};

// A finger needs 44 px.
const SIZES: Record<Size, string> = {
  sm: 'h-9 px-3 text-sm pointer-coarse:h-11',
  md: 'h-10 px-4 text-sm pointer-coarse:h-11',
  lg: 'h-12 px-5 text-base',
};

const buttonClass = ({ variant = 'primary', size = 'md' }: ButtonStyle, className = '') =>
  `${BASE} ${VARIANTS[variant]} ${SIZES[size]} ${className}`;

type ButtonProps = Omit<ComponentProps<'button'>, 'ref'> & ButtonStyle & { readonly busy?: boolean };

/** A button; `busy` disables it and turns a small fan before its words. `type` is "button" unless said otherwise. */
export function Button({ variant, size, busy = false, className, children, disabled, ...rest }: ButtonProps) {
  const style = buttonClass({ ...(variant && { variant }), ...(size && { size }) }, className);
  return (
    <button
      ref={useKeptFocus(busy)}
      type="button"
      className={style}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy && <FanMark spinning className="size-4" />}
      {children}
    </button>
  );
}

/** Gives a button the focus back that it loses by being disabled while busy. */
function useKeptFocus(busy: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    const element = button.current!;
    return endAll([
      listen(element, 'focus', () => {
        hadFocus.current = true;
      }),
      // A browser may take the focus from a button in the moment in which it is disabled.
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

/** A link to another screen that looks like a button. */
export function ButtonLink({ variant, size, className, ...rest }: ButtonLinkProps) {
  return (
    <Link
      className={buttonClass({ ...(variant && { variant }), ...(size && { size }) }, className)}
      {...rest}
    />
  );
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** What it does; read out, and shown when the pointer rests on it. */
  readonly label: string;
  readonly variant?: 'ghost' | 'secondary';
  readonly children: ReactNode;
}

/** A square button with an icon alone. */
export function IconButton({ label, variant = 'ghost', className = '', children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={`${BASE} ${VARIANTS[variant]} size-10 pointer-coarse:size-11 ${className}`}
      {...rest}
    >
      {children}
    </button>
  );
}
