import type { TextMessages } from '#messages/keys.ts';
import { DomainError } from './errors.ts';

type Thing = TextMessages['errors.not_yours']['thing'];

declare const owned: unique symbol;

/** A resource that the caller owns. Only `authorize` makes this type, so that the check cannot be forgotten. */
export type Authorized<T> = T & { readonly [owned]: true };

/** `thing` names the resource in the message. Throws `forbidden` for another channel's. */
export function authorize<T>(callerId: string, ownerId: string, resource: T, thing: Thing): Authorized<T> {
  if (ownerId !== callerId) throw new DomainError('forbidden', 'not_yours', { thing });
  return resource as Authorized<T>;
}
