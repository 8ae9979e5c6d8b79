import type { Finding } from '#panel/api/schema.ts';

/** Values in a finding, which are the same in every language; '' if there are none. */
export const detailIn = ({ error, said: detail }: Partial<Finding>): string =>
  [error, detail].filter(Boolean).join(': ');
