import { awsIfThere } from '../../aws-cli.ts';
import type { Bootstrap } from '../synthesised-site.ts';
import { error, ok, type AccountCheck } from './finding.ts';

interface Parameter {
  readonly Parameter: { readonly Value: string };
}

/** CDK needs a bucket and roles that `cdk bootstrap` creates in each region. */
export const checkBootstrap: AccountCheck = async ({ bootstraps }, account) => {
  const isMissing = await Promise.all(bootstraps.map(isTooOld));
  const missing = bootstraps.filter((_, index) => isMissing[index]);
  const regions = (of: readonly Bootstrap[]) => of.map(({ region }) => region).join(' and ');
  if (missing.length === 0) return ok(`CDK is bootstrapped in ${regions(bootstraps)}.`);
  const [, , qualifier] = missing[0]!.parameter.split('/');
  const environments = missing.map(({ region }) => `aws://${account}/${region}`).join(' ');
  return error(
    `CDK is not bootstrapped in ${regions(missing)}, or only by an old version.`,
    `npx cdk bootstrap --qualifier ${qualifier} ${environments}`,
    'A stage with its own qualifier also needs --toolkit-stack-name: docs/operate.md, "Deployments by GitHub".',
  );
};

async function isTooOld({ region, parameter, version }: Bootstrap): Promise<boolean> {
  const found = await awsIfThere<Parameter>('ssm', 'get-parameter', '--name', parameter, '--region', region);
  return !(Number(found?.Parameter.Value) >= version);
}
