import type { ComponentProps } from 'react';
import { Link } from './link.tsx';
import { paths } from '#web/lib/paths.ts';
import { FanMark } from '../fan-mark.tsx';
import { rich } from '#web/lib/i18n/rich.tsx';
import { t } from '#web/lib/i18n/messages.ts';

export function TextLink(props: ComponentProps<typeof Link>) {
  return <Link className="rounded-sm font-medium text-accent hover:underline" {...props} />;
}

/** The home link: full logo, "FF" on small screens, the mark on the smallest. */
export function BrandLink({ whole = false }: { readonly whole?: boolean }) {
  const name = 'text-xl font-bold tracking-tight text-ink';
  return (
    <Link
      to={paths.home()}
      className="group flex shrink-0 items-center justify-center gap-1.5 rounded-md text-accent pointer-coarse:h-11 pointer-coarse:min-w-11"
    >
      <FanMark className="size-8 group-hover:animate-turn" />
      <span className={whole ? name : `${name} hidden sm:inline short:sr-only`}>{t('common.fanfare')}</span>
      {!whole && (
        <span className={`${name} sm:hidden max-[22rem]:sr-only`}>
          {rich('common.shortName', { span: (text) => <span className="sr-only">{text}</span> })}
        </span>
      )}
    </Link>
  );
}
