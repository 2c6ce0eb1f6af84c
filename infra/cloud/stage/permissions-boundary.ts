/** Returns the name of the policy that the deployer's stack creates for the roles of a stage. */
export const boundaryName = (stage: string): string => `Fanfare-${stage}-boundary`;
