/** Stands in the public log's sealed part where the operator of the site has done what a moderator does else. Nobody's id. */
export const OPERATOR = 'operator';
