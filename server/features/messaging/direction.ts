/*
 * The direction of messages of a conversation, as SQL. It is read from the status, which a constraint keeps in step with it. The indexes
 * over one direction begin with the inbox: with statistics that do not know a team, PostgreSQL would read all messages of the team in such
 * an index instead of those of the conversation (ADR 115). Other features write the same condition.
 */

/** SQL: whether a message came in. */
export const isIncoming = (row: string) => `${row}.status = 'received'`;

/** SQL: whether a message is one of ours. */
export const isOutgoing = (row: string) => `${row}.status <> 'received'`;
