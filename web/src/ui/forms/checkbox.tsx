import type { ReactNode } from 'react';

interface CheckboxProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
  readonly className?: string;
  /** The label. */
  readonly children: ReactNode;
}

export const Checkbox = ({ checked, onChange, disabled, className = '', children }: CheckboxProps) => (
  <label className={`flex items-center gap-3 text-sm font-medium pointer-coarse:min-h-11 ${className}`}>
    <input
      type="checkbox"
      checked={checked}
      disabled={disabled}
      onChange={({ target }) => onChange(target.checked)}
      className="size-5 shrink-0 accent-accent"
    />
    {children}
  </label>
);
