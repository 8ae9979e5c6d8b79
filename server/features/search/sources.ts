import { hasNumber } from '../work/tasks/numbers.ts';

/*
 * Sources of the global search.
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

/** A searched table, as SQL over its record `t`. */
export interface Source {
  readonly kind: (typeof kinds)[number];
  readonly from: string;
  readonly where: string;
  /** Display name. */
  readonly name: string;
  /** Columns matched by prefix; lists are sorted by them, so an index exists. */
  readonly prefixed: readonly string[];
  /** True if its records can be found by id or phone number. */
  readonly hasIds: boolean;
  /** True if `$ids` equals a whole id or number. */
  readonly exactly?: string;
  /** SQL: the record has the task number `$key`, `$number`. */
  readonly numbered?: string;
  /** Distinguishes records with the same name. */
  readonly about: string;
  /** True if the record is closed. */
  readonly closed: string;
  readonly joins: string;
}

const client = 'left join clients c on c.team_id = $team and c.id = t.client_id';
const project = 'left join projects p on p.team_id = $team and p.id = t.project_id';

/** In the order in which equally ranked groups are shown. */
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
    numbered: hasNumber,
    about: `concat_ws(' · ', p.key || '-' || t.number, p.name)`,
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
