/** A panel whose files are being built. */
export const buildingPanel = {
  readState: async () => ({ is: 'building' as const }),
  earlier: async () => [],
};
