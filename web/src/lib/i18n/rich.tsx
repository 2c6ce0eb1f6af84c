import { createElement, Fragment, type ReactNode } from 'react';
import { formatParts, type Message } from '#messages/format.ts';
import type { RichMessages } from '#messages/keys.ts';
import { language } from './messages.ts';

/** Puts what stands within a tag of a message into an element. */
type Tag = (children: ReactNode) => ReactNode;
type Rich = RichMessages<Tag>;

/** As `t`, of a message with tags; each value that is named as a tag makes an element of what the tag contains. */
export function rich<Key extends keyof Rich>(key: Key, values: Rich[Key]): ReactNode {
  const tag = (name: string, children: readonly ReactNode[]): ReactNode =>
    (values as unknown as Readonly<Record<string, Tag>>)[name]?.(createElement(Fragment, null, ...children));
  return createElement(Fragment, null, ...formatParts<ReactNode>(key as Message, values, language, tag));
}
