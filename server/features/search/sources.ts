/*
 * What the search over everything looks in.
 */

export const kinds = [
  'clients',
  'contacts',
  'deals',
  'projects',
  'tasks',
  'campaigns',
  'activities',
] as const;

/** A table that is searched, as SQL over its record `t`. */
export interface Source {
  readonly kind: (typeof kinds)[number];
  readonly from: string;
  readonly where: string;
  /** What it is shown as. */
  readonly name: string;
  /** Columns whose beginnings are looked for: those that lists are sorted by. */
  readonly prefixed: readonly string[];
  /** Whether it has ids or phone numbers to be found by. */
  readonly hasIds: boolean;
  /** Whether `$ids` is all of one. */
  readonly exactly?: string;
  /** What tells it from others of the same name. */
  readonly about: string;
  /** Whether it is done with. */
  readonly closed: string;
  readonly joins: string;
}

const client = 'left join clients c on c.team_id = $team and c.id = t.client_id';
const project = 'left join projects p on p.team_id = $team and p.id = t.project_id';

/** In the order in which equally good ones are shown. */
export const sources: readonly Source[] = [
  {
    kind: 'clients',
    from: 'clients',
    where: 'true',
    name: 't.name',
    prefixed: ['t.name'],
    hasIds: true,
    exactly: '$ids::text in (bare_id(t.cpf), bare_id(t.cnpj))',
    about: 'coalesce(t.cnpj, t.cpf, t.email)',
    closed: `t.status = 'inactive'`,
    joins: '',
  },
  {
    kind: 'contacts',
    from: 'contacts',
    where: 'true',
    name: 'coalesce(t.custom_name, t.push_name, t.phone)',
    prefixed: ['t.custom_name', 't.push_name'],
    hasIds: true,
    exactly: `t.phone like '%' || $ids::text`,
    about: 'coalesce(c.name, t.phone)',
    closed: 'false',
    joins: client,
  },
  {
    kind: 'deals',
    from: 'deals',
    where: 'true',
    name: 't.title',
    prefixed: ['t.title'],
    hasIds: false,
    about: 'coalesce(c.name, t.phase)',
    closed: `t.status = 'arquivado'`,
    joins: client,
  },
  {
    kind: 'projects',
    from: 'projects',
    where: 'true',
    name: 't.name',
    prefixed: ['t.name'],
    hasIds: false,
    about: 'c.name',
    closed: `t.status in ('completed', 'cancelled')`,
    joins: client,
  },
  {
    kind: 'tasks',
    from: 'tasks',
    where: 't.deleted_at is null',
    name: 't.title',
    prefixed: ['t.title'],
    hasIds: false,
    about: 'p.name',
    closed: 't.completed_at is not null',
    joins: project,
  },
  {
    kind: 'campaigns',
    from: 'campaigns',
    where: 'true',
    name: 't.name',
    prefixed: ['t.name'],
    hasIds: false,
    about: 'p.name',
    closed: `t.status in ('completed', 'cancelled')`,
    joins: project,
  },
  {
    kind: 'activities',
    from: 'activities',
    where: 'true',
    name: 't.title',
    prefixed: ['t.title'],
    hasIds: false,
    about: 'coalesce(d.title, c.name)',
    closed: 't.is_completed',
    joins: `${client} left join deals d on d.team_id = $team and d.id = t.deal_id`,
  },
];
