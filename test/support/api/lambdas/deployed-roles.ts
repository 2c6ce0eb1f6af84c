import { refuseBy, type Refuse, type Roles } from '#infra/local/aws/iam/authorize.ts';
import { asDeployed, TEMPLATE_STAGE, templateRoles } from '../../runner/site-template.ts';

/** How a stand-in of some services refuses what the Lambdas' roles do not allow. */
export interface DeployedRoles {
  /** Of the table. */
  readonly roles?: Roles;
  /** What the roles name, besides what runs here. */
  readonly environment: { readonly STAGE?: string; readonly MAIL_CONFIGURATION_SET?: string };
  readonly refusing: (...services: readonly string[]) => { readonly refuse?: Refuse };
}

/** The roles of the template in `npm run test:all`; in `npm test` the code's own, which concern the table alone. */
export function deployedRoles(userPoolId: () => string): DeployedRoles {
  const { template } = asDeployed();
  if (template === undefined) return { environment: {}, refusing: () => ({}) };
  const { roles, mailSet } = templateRoles(template, userPoolId);
  return {
    roles: roles(['dynamodb']),
    environment: { STAGE: TEMPLATE_STAGE, MAIL_CONFIGURATION_SET: mailSet },
    refusing: (...services) => ({ refuse: refuseBy(() => roles(services)) }),
  };
}
