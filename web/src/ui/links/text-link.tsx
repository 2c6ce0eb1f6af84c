import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';

/** A link to another screen within or beside text. */
export function TextLink(props: ComponentProps<typeof Link>) {
  return <Link className="rounded-sm font-medium text-accent hover:underline" {...props} />;
}
