import { useEffect, useState } from 'react';

/** A state that is `none` again `forMs` after its last change. */
export function useMomentary<T>(none: T, forMs: number) {
  const [value, setValue] = useState(none);
  useEffect(() => {
    if (value === none) return;
    const timer = setTimeout(() => setValue(none), forMs);
    return () => clearTimeout(timer);
  }, [value, none, forMs]);
  return [value, setValue] as const;
}
