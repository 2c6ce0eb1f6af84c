/** Tells the browser's password manager whose password is being set. */
export function AccountName({ name }: { readonly name: string }) {
  return <input hidden readOnly type="text" name="username" autoComplete="username" value={name} />;
}
