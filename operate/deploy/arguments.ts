import { chosen } from '../chosen.ts';
import { STEP_NAMES, type StepName } from '../smoke/steps.ts';

export interface DeployArguments {
  /** The steps of the smoke test. */
  readonly tried: readonly StepName[];
  /** A folder that `cdk synth` has written elsewhere. @default the code of this checkout is built and synthesised */
  readonly synthesised: string | undefined;
  /** Whether the account is asked first. */
  readonly isChecked: boolean;
  /** For `cdk synth`. */
  readonly given: readonly string[];
}

const NO_SMOKE = 'none';

/** Reads `[--smoke none|chat,upload] [--synthesised FOLDER] [--unchecked]`; what it does not know is CDK's. */
export function deployArguments(args: readonly string[]): DeployArguments {
  const rest = [...args];
  const take = (name: string, length: number): string[] | undefined => {
    const at = rest.indexOf(name);
    return at < 0 ? undefined : rest.splice(at, length);
  };
  const smoke = take('--smoke', 2);
  const synthesised = take('--synthesised', 2);
  const isChecked = take('--unchecked', 1) === undefined;
  if (synthesised && (rest.length > 0 || !synthesised[1]))
    throw new Error('--synthesised takes a folder, and no settings: they are given to `npm run synth`.');
  return {
    tried: smoke?.[1] === NO_SMOKE ? [] : chosen(smoke && (smoke[1] ?? ''), STEP_NAMES, 'step'),
    synthesised: synthesised?.[1],
    isChecked,
    given: rest,
  };
}
