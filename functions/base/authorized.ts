import { DomainError } from './errors.ts';

declare const owned: unique symbol;

/** A resource that the caller owns. Only `authorize` makes this type, so that the check cannot be forgotten. */
export type Authorized<T> = T & { readonly [owned]: true };

/** `what` names the resource in the message. Throws `forbidden` for another channel's. */
export function authorize<T>(callerId: string, ownerId: string, resource: T, what: string): Authorized<T> {
  if (ownerId !== callerId) throw new DomainError('forbidden', `This ${what} is not yours.`);
  return resource as Authorized<T>;
}
