import { DomainError } from './errors.ts';

declare const owned: unique symbol;

/** A thing, and the caller owns it. Only `authorize` makes one, so that who asks for it cannot be given another's. */
export type Authorized<T> = T & { readonly [owned]: true };

/** `what` is what the thing is called. Throws `forbidden` where it is another channel's. */
export function authorize<T>(callerId: string, ownerId: string, thing: T, what: string): Authorized<T> {
  if (ownerId !== callerId) throw new DomainError('forbidden', `This ${what} is not yours.`);
  return thing as Authorized<T>;
}
