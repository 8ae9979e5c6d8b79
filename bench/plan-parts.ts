import type pg from 'pg';

/* Cost of each part of a statement, from EXPLAIN ANALYZE: its CTEs, the checks of its foreign keys, and the plan's start and end. */

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Subplan Name'?: string;
  readonly 'CTE Name'?: string;
  readonly 'Actual Total Time': number;
  readonly 'Actual Loops': number;
  readonly 'WAL Bytes'?: number;
  readonly 'WAL Records'?: number;
  readonly 'Shared Hit Blocks'?: number;
  readonly 'Shared Read Blocks'?: number;
  readonly Plans?: readonly PlanNode[];
}

interface Explained {
  readonly Plan: PlanNode;
  readonly Triggers: readonly { readonly Time: number; readonly Calls: number }[];
  readonly 'Planning Time': number;
  readonly 'Execution Time': number;
}

/** Use of the database by one part of a statement. */
export interface PartUse {
  readonly microseconds: number;
  readonly walBytes: number;
  readonly pages: number;
}

/** One execution of a statement. */
export interface PlanUse {
  /** Microseconds of planning, which a prepared statement with a generic plan saves. */
  readonly planning: number;
  readonly execution: number;
  readonly walBytes: number;
  readonly parts: ReadonlyMap<string, PartUse>;
}

const useOf = (node: PlanNode): PartUse => ({
  microseconds: node['Actual Total Time'] * node['Actual Loops'] * 1_000,
  walBytes: node['WAL Bytes'] ?? 0,
  pages: (node['Shared Hit Blocks'] ?? 0) + (node['Shared Read Blocks'] ?? 0),
});

const none: PartUse = { microseconds: 0, walBytes: 0, pages: 0 };
const plus = (a: PartUse, b: PartUse, sign = 1): PartUse => ({
  microseconds: a.microseconds + sign * b.microseconds,
  walBytes: a.walBytes + sign * b.walBytes,
  pages: a.pages + sign * b.pages,
});
const minus = (a: PartUse, b: PartUse) => plus(a, b, -1);

/** The plans of all CTEs below a node. */
function ctesOf(node: PlanNode): [string, PlanNode][] {
  return (node.Plans ?? []).flatMap((child) => {
    const name = /^CTE (\w+)$/.exec(child['Subplan Name'] ?? '')?.[1];
    return [...(name === undefined ? [] : [[name, child] as [string, PlanNode]]), ...ctesOf(child)];
  });
}

/** Use of a part without that of the CTEs that it is the first to read: they run within it. */
function ownUse(root: PlanNode, ctes: ReadonlyMap<string, PlanNode>): PartUse {
  let use = useOf(root);
  const visit = (node: PlanNode) => {
    const cte = ctes.get(node['CTE Name'] ?? '');
    if (cte && useOf(node).microseconds >= useOf(cte).microseconds) use = minus(use, useOf(cte));
    for (const child of node.Plans ?? [])
      if (!child['Subplan Name']?.startsWith('CTE ')) visit(child);
  };
  visit(root);
  return use;
}

/** Runs a statement under EXPLAIN ANALYZE. */
export async function explain(
  client: pg.Client,
  text: string,
  values: readonly unknown[],
): Promise<PlanUse> {
  const { rows } = await client.query<{ 'QUERY PLAN': readonly [Explained] }>(
    `explain (analyze, buffers, wal, format json) ${text}`,
    [...values],
  );
  const explained = rows[0]?.['QUERY PLAN'][0];
  if (!explained) throw new Error('EXPLAIN returned no plan');
  const ctes = new Map(ctesOf(explained.Plan));
  const parts = new Map([...ctes].map(([name, node]) => [name, ownUse(node, ctes)]));
  const rest = ownUse(explained.Plan, ctes);
  const whole = useOf(explained.Plan);
  const checks = explained.Triggers.reduce((sum, { Time }) => sum + Time * 1_000, 0);
  const execution = explained['Execution Time'] * 1_000;
  parts.set('(answer)', rest);
  parts.set('(foreign keys)', { ...none, microseconds: checks });
  const inPlan = [...parts.values()].reduce((sum, { microseconds }) => sum + microseconds, 0);
  parts.set('(start and end)', { ...none, microseconds: execution - inPlan });
  return {
    planning: explained['Planning Time'] * 1_000,
    execution,
    walBytes: whole.walBytes,
    parts,
  };
}
