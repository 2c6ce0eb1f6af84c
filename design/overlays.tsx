import { Fan, Settings2 } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/forms/inputs.tsx';
import { Dialog, DialogButtons, DialogForm } from '#web/ui/overlays/dialog.tsx';
import { DialogButton } from '#web/ui/overlays/dialog-button.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import { ChoiceGroup, MenuItem, MenuLink, MoreMenu } from '#web/ui/overlays/menu-items.tsx';
import { Question } from '#web/ui/overlays/question.tsx';
import { showToast } from '#web/ui/overlays/toast-store.ts';
import { doNothing, type Specimens } from './specimens.ts';

const SIZES = [
  { value: 'small', name: 'Small' },
  { value: 'large', name: 'Large' },
];

const menuItems = (
  <>
    <MenuItem onSelect={doNothing}>
      <Fan />A command
    </MenuItem>
    <MenuItem onSelect={doNothing} isDestructive>
      <Fan />
      Delete
    </MenuItem>
    <MenuLink to="/design/">The current page</MenuLink>
    <ChoiceGroup title="Size" choices={SIZES} chosen="small" onChoose={doNothing} />
  </>
);

const menu = (
  <Menu label="Open the menu" icon={<Settings2 className="size-5" />}>
    {menuItems}
  </Menu>
);

const TONES = ['default', 'success', 'danger'] as const;

export const OVERLAYS: Specimens = {
  menus: (
    <div className="flex gap-3">
      {menu}
      <MoreMenu of="a fan">{menuItems}</MoreMenu>
      <div data-player className="flex h-72 w-96 items-end justify-end rounded-card bg-black p-2 text-white">
        <Menu label="Open the player's menu" icon={<Fan className="size-5" />}>
          {menuItems}
        </Menu>
      </div>
    </div>
  ),
  dialogs: (
    <div className="flex gap-3">
      <DialogButton
        renderDialog={(onClose) => (
          <Dialog title="A dialog" description="With a description" onClose={onClose}>
            <DialogForm onSubmit={doNothing} failure="Not saved" isBusy={false} submit="Save">
              <TextField label="Name" />
            </DialogForm>
          </Dialog>
        )}
      >
        Open the dialog
      </DialogButton>
      <DialogButton
        renderDialog={(onClose) => (
          <Question title="A question" no="Keep" yes="Delete" onNo={onClose} onYes={onClose}>
            Delete the fan?
          </Question>
        )}
      >
        Open the question
      </DialogButton>
      <DialogButton
        renderDialog={(onClose) => (
          <Dialog title="Buttons" onClose={onClose}>
            <DialogButtons>
              <Button onClick={onClose}>Done</Button>
            </DialogButtons>
          </Dialog>
        )}
      >
        Open the buttons
      </DialogButton>
    </div>
  ),
  toasts: (
    <div className="flex gap-3">
      {TONES.map((tone) => (
        <Button
          key={tone}
          variant="secondary"
          onClick={() => showToast({ title: 'A toast', description: 'With a description', tone })}
        >
          Show the {tone} toast
        </Button>
      ))}
    </div>
  ),
};
