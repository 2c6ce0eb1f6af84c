/** The policy that the deployer's stack makes for the roles of a stage. */
export const boundaryName = (stage: string): string => `Fanfare-${stage}-boundary`;
