import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { TextField } from './input.tsx';

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'trailing' | 'required'>;

/** A required password, which can be shown. */
export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const words = `${isShown ? 'Hide' : 'Show'} ${props.label.toLowerCase()}`;
  return (
    <TextField
      {...props}
      required
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <button
          type="button"
          title={words}
          onClick={() => setIsShown(!isShown)}
          className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-md text-soft hover:text-ink"
        >
          {isShown ? <EyeOff className="size-5" /> : <Eye className="size-5" />}
          <span className="sr-only">{words}</span>
        </button>
      }
    />
  );
}
