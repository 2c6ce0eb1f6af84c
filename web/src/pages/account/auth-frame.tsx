import type { ReactNode } from 'react';
import { FanMark } from '#web/ui/fan-mark.tsx';
import { LanguageSelect } from '#web/ui/language-select.tsx';
import { BrandLink } from '#web/ui/links/links.tsx';
import { useDocumentTitle } from '#web/lib/hooks/browser-hooks.ts';

interface AuthFrameProps {
  readonly title: string;
  readonly reason?: string | undefined;
  readonly children: ReactNode;
  readonly footer: ReactNode;
}

/** The screen around an account form (specification §2: no top bar, no sidebar). */
export function AuthFrame({ title, reason, children, footer }: AuthFrameProps) {
  useDocumentTitle(title);
  return (
    <main className="relative isolate flex min-h-dvh flex-col items-center justify-center gap-6 overflow-hidden px-4 py-10">
      <FanMark className="absolute -end-48 -bottom-56 -z-10 size-[44rem] text-accent opacity-[0.07]" />
      <BrandLink whole />
      <div className="w-full max-w-sm rounded-xl border border-line bg-surface p-6 sm:p-8">
        <h1 className="text-2xl font-bold">{title}</h1>
        {reason && (
          <p role="status" className="mt-2 text-soft">
            {reason}
          </p>
        )}
        <div className="mt-6">{children}</div>
      </div>
      <p className="text-sm text-soft">{footer}</p>
      <LanguageSelect />
    </main>
  );
}
