import { toastSuccess } from '../../ui/overlays/toast.tsx';
import { logIn } from './auth.api.ts';

/** Logs somebody in and greets them; whoever is suspended reads why in place of that. Throws as `logIn`. */
export async function comeIn(credentials: Parameters<typeof logIn>[0]): Promise<void> {
  const { suspension } = await logIn(credentials);
  if (!suspension) toastSuccess('Welcome back!');
}
