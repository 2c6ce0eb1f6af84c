import { encode } from 'uqr';
import { t } from '#web/lib/i18n/messages.ts';

/** A QR code, always dark on white, because some apps read nothing else. */
export function QrCode({ text }: { readonly text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <svg
      role="img"
      aria-label={t('auth.qrCode')}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-full rounded-md bg-white text-black"
    >
      <path d={squares.join('')} fill="currentColor" />
    </svg>
  );
}
