import type { ComponentPropsWithRef } from 'react';
import { useHref, useLinkClickHandler, useLocation, useResolvedPath } from 'react-router-dom';

interface LinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  /** An address of this site. */
  readonly to: string;
  /** Replaces the entry of the history. */
  readonly replace?: boolean;
  /** The history state of the next screen. */
  readonly state?: unknown;
}

/** A link within the site. The router's own `Link` can prefetch for its framework: two kilobytes of the first load. */
export function Link({ to, replace, state, onClick, ...props }: LinkProps) {
  const { target = '_self' } = props;
  const options = { state, target, ...(replace && { replace }) };
  const navigate = useLinkClickHandler<HTMLAnchorElement>(to, options);
  return (
    // Its content is among the props.
    // oxlint-disable-next-line jsx-a11y/anchor-has-content
    <a
      {...props}
      href={useHref(to)}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) navigate(event);
      }}
    />
  );
}

/** A link that is marked on its own page. */
export function NavLink(props: Omit<LinkProps, 'aria-current'>) {
  const { pathname } = useLocation();
  const target = useResolvedPath(props.to).pathname;
  const isCurrent = pathname.toLowerCase() === target.toLowerCase();
  return <Link {...props} aria-current={isCurrent ? 'page' : undefined} />;
}
