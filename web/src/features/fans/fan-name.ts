import type { Fan } from '../../../../shared/channels/fans.ts';

/** "Northwind Desk King" */
export const fanName = ({ maker, model }: Pick<Fan, 'maker' | 'model'>): string => `${maker} ${model}`;
