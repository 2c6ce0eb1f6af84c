import { lambdas, type EnvironmentName, type LambdaName } from './lambdas.ts';

/** The variables that the Lambda `name` declares in the table of Lambdas. */
export type Environment<N extends LambdaName> = Readonly<
  Record<(typeof lambdas)[N]['environment'][number], string>
>;

/** Reads a Lambda's variables. Throws at start, naming each that is missing. */
export function readEnvironment<N extends LambdaName>(
  name: N,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Environment<N> {
  const names: readonly EnvironmentName[] = lambdas[name].environment;
  const missing = names.filter((variable) => env[variable] === undefined);
  if (missing.length > 0) throw new Error(`Lambda '${name}' lacks environment: ${missing.join(', ')}`);
  return Object.fromEntries(names.map((variable) => [variable, env[variable]])) as Environment<N>;
}
