import { lambdas, type EnvironmentName, type LambdaName } from './lambdas.ts';

/** The names of the variables that a Lambda reads. */
export type VariableOf<N extends LambdaName> = (typeof lambdas)[N]['environment'][number];

export type Environment<N extends LambdaName> = Readonly<Record<VariableOf<N>, string>>;

/** Throws at start, and names each missing variable. */
export function readEnvironment<N extends LambdaName>(
  name: N,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Environment<N> {
  const names: readonly EnvironmentName[] = lambdas[name].environment;
  const missing = names.filter((variable) => env[variable] === undefined);
  if (missing.length > 0) throw new Error(`Lambda '${name}' lacks environment: ${missing.join(', ')}`);
  return Object.fromEntries(names.map((variable) => [variable, env[variable]])) as Environment<N>;
}
