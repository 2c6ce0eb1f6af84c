import { OwnAvatar } from '#web/features/channels/sidebar-channels.tsx';

/** The user's picture and name, on the button of the account menu and while that loads. */
export const AccountFace = ({ username }: { readonly username: string }) => (
  <>
    <OwnAvatar username={username} className="size-7 text-xs" />
    <bdi className="max-w-24 truncate lg:max-w-40 max-md:sr-only short:sr-only">{username}</bdi>
  </>
);

export const FACE_BUTTON =
  'flex h-control-sm min-w-control-sm items-center justify-center gap-2 rounded-md px-1 text-sm font-medium hover:bg-raised md:px-2';
