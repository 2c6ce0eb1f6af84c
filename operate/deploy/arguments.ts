import { chosen } from '../chosen.ts';
import { STEP_NAMES, type StepName } from '../smoke/steps.ts';

export interface DeployArguments {
  /** Steps of the smoke test. */
  readonly tried: readonly StepName[];
  /** Output folder of an earlier `cdk synth`. @default this checkout is built and synthesised */
  readonly synthesised: string | undefined;
  /** Whether the account is checked first. */
  readonly isChecked: boolean;
  /** Options for `cdk synth`. */
  readonly given: readonly string[];
}

const NO_SMOKE = 'none';

/** Parses `[--smoke none|chat,upload] [--synthesised FOLDER] [--unchecked]`. Other options are CDK's. */
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
    throw new Error('--synthesised takes a folder and no settings; pass settings to `npm run synth`.');
  return {
    tried: smoke?.[1] === NO_SMOKE ? [] : chosen(smoke && (smoke[1] ?? ''), STEP_NAMES, 'step'),
    synthesised: synthesised?.[1],
    isChecked,
    given: rest,
  };
}
