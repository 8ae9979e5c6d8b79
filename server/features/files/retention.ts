/** SQL: time for which the bytes of a deleted file are kept. */
export const retentionAfterDelete = `interval '1 day'`;
