/** The grey shape of something that is loading; `className` sets its size, and its corners where they are not the usual ones. */
export function Skeleton({ className = '' }: { readonly className?: string }) {
  const corners = className.includes('rounded-') ? '' : 'rounded-md';
  return <div aria-hidden="true" className={`animate-glow bg-raised ${corners} ${className}`} />;
}
