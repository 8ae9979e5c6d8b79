import { v7 as uuidv7 } from 'uuid';
import { iso, teamStatement } from '#server/db/statement.ts';
import { recordAudit } from '#server/events/audit.ts';
import { userIdOf } from '#server/operations/context.ts';
import { seesAll } from '#server/operations/masking.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { forbidden, invalid } from '#server/platform/errors.ts';
import {
  about,
  boolean,
  date,
  number,
  patterned,
  required,
  singleLine,
  timestamp,
  uuid,
  withDefault,
} from '#server/records/fields.ts';
import { newToken, personOf, pinHash } from '../accounts/pin-links.ts';
import { clients } from '../crm/clients/table.ts';
import { isWorking, linkOf } from './links.ts';

/* Links to the report page of a client, as members see them. */

const path = `${clients.path}/:id/report-links`;
const defaultDays = 90;
const maxDays = 365;
const maxPeriodDays = 366;
/** Max links in a list. */
const maxListed = 100;
const msPerDay = 86_400_000;

const fields = {
  id: required(uuid),
  starts_on: about('The first day of the period.', required(date)),
  ends_on: about('The last day of the period.', required(date)),
  shows_tasks: about('True if the page lists completed tasks.', required(boolean)),
  shows_hours: about('True if the page shows hours.', required(boolean)),
  shows_values: about('True if the page shows amounts.', required(boolean)),
  has_pin: about('True if the page asks for a PIN.', required(boolean)),
  is_working: about(
    'False if the link was revoked or has expired, if its client is inactive, if its creator left the team, or after too many wrong PINs.',
    required(boolean),
  ),
  expires_at: about('When the link stops working.', required(timestamp)),
  seen_at: about('When the page was first opened in a browser.', timestamp),
  revoked_at: about('When the link was revoked.', timestamp),
  created_by: about('The member who created the link.', uuid),
  created_at: required(timestamp),
} as const;

/** SQL: a row of client_report_links. */
const linkJson = (
  l: string,
) => `json_build_object('id', ${l}.id, 'starts_on', ${l}.starts_on, 'ends_on', ${l}.ends_on,
  'shows_tasks', ${l}.shows_tasks, 'shows_hours', ${l}.shows_hours, 'shows_values', ${l}.shows_values,
  'has_pin', ${l}.pin_hash is not null, 'is_working', ${isWorking(l)}, 'expires_at', ${iso(`${l}.expires_at`)},
  'seen_at', ${iso(`${l}.seen_at`)}, 'revoked_at', ${iso(`${l}.revoked_at`)}, 'created_by', ${l}.created_by,
  'created_at', ${iso(`${l}.created_at`)})`;

const list = teamStatement(`
  select (select coalesce(json_agg(${linkJson('l')} order by l.id desc), '[]'::json)
    from (select * from client_report_links t where t.team_id = $team and t.client_id = $id
      order by t.id desc limit ${maxListed}) l) as links
  from clients c where c.team_id = $team and c.id = $id`);

const output = { kind: 'fields', name: 'ClientReportLink', fields } as const;

const listLinks = operation({
  name: 'client_reports.list',
  id: 'listClientReportLinks',
  summary: 'List the report links of a client',
  note: `The latest ${maxListed}. The addresses of links are returned only when they are created.`,
  allow: { user: 'member' },
  panel: { method: 'GET', path, status: 200 },
  emits: [],
  input: { path: ['id'] },
  output: { ...output, isList: true },
  one: clients.one,
  run: async ({ db }, { id }) => (await db.run(list, { id }))[0]?.links as object | undefined,
});

// The client is read without a lock: the foreign key decides.
const insert = teamStatement(`
  insert into client_report_links (team_id, id, client_id, starts_on, ends_on, shows_tasks, shows_hours, shows_values, hash, expires_at,
    pin_hash, created_by, link_issuer_person_id)
  select $team, $link, c.id, $starts_on::date, $ends_on::date, $shows_tasks::boolean, $shows_hours::boolean, $shows_values::boolean, $hash,
    clock.now + $days::integer * interval '1 day', $pin, $user::uuid, ${personOf('$user')}
  from clients c cross join (select now()) clock (now) where c.team_id = $team and c.id = $id
  returning id`);

const read = teamStatement(
  `select ${linkJson('l')} as link from client_report_links l where l.team_id = $team and l.id = $link`,
);

const days = number(1, maxDays);

const createLink = operation({
  name: 'client_reports.create',
  id: 'createClientReportLink',
  summary: 'Create a link to a report for a client',
  note: `The page at the link needs no account: it shows the tasks that were completed in the period, the hours against the contracts, and campaigns with their approvals. Amounts are shown only with \`shows_values\`, which needs the permission to see values, and only while its creator has it. \`link\` is returned only once; it is valid for \`expires_in_days\` days (default ${defaultDays}) and protected by \`pin\`, if given.`,
  allow: { user: 'member' },
  panel: { method: 'POST', path, status: 201 },
  emits: [],
  input: {
    path: ['id'],
    fields: {
      starts_on: about('The first day of the period.', required(date)),
      ends_on: about(
        `The last day of the period, of at most ${maxPeriodDays} days.`,
        required(date),
      ),
      shows_tasks: about('True to list completed tasks.', withDefault(boolean, true)),
      shows_hours: about('True to show hours.', withDefault(boolean, true)),
      shows_values: about('True to show amounts.', withDefault(boolean, false)),
      expires_in_days: about(
        'Number of days for which the link is valid.',
        withDefault(
          { ...days, check: (value: unknown) => days.check(value) && Number.isInteger(value) },
          defaultDays,
        ),
      ),
      pin: patterned(/^[0-9]{4,12}$/, '4 to 12 digits', '2580', { format: 'pin' }),
    },
  },
  output: {
    ...output,
    name: 'NewClientReportLink',
    fields: {
      ...fields,
      link: about('The address of the page, returned only once.', required(singleLine(2_000))),
    },
  },
  one: clients.one,
  async run(ctx, { id, values }) {
    const { starts_on, ends_on, shows_tasks, shows_hours, shows_values } = values;
    const length = (Date.parse(ends_on) - Date.parse(starts_on)) / msPerDay;
    if (length < 0 || length > maxPeriodDays)
      throw invalid(
        `ends_on must be on starts_on or at most ${maxPeriodDays} days later.`,
        ['starts_on', 'ends_on'],
        'conflicting',
      );
    if (shows_values && !seesAll(ctx.actor))
      throw forbidden('shows_values is for members who may see values.', 'forbidden');
    const { token, hash } = newToken();
    const pin = await pinHash(ctx.settings, values.pin);
    const link = uuidv7();
    const content = { starts_on, ends_on, shows_tasks, shows_hours, shows_values };
    return ctx.db.transaction(async (tx) => {
      const [made] = await tx.run(insert, {
        ...content,
        ...{ id, link, hash, pin, days: values.expires_in_days, user: userIdOf(ctx.actor) },
      });
      if (!made) return undefined;
      await recordAudit(tx, { type: 'clients', id, after: { report_link: link, ...content } });
      const [row] = await tx.run(read, { link });
      return row && { ...(row.link as object), link: linkOf(ctx, token) };
    });
  },
});

const end = teamStatement(`
  update client_report_links l set revoked_at = clock.now, hash = null, pin_hash = null from (select now()) clock (now)
  where l.team_id = $team and l.client_id = $id and l.id = $inner and l.revoked_at is null returning l.id`);
const ofClient = teamStatement(
  'select from client_report_links l where l.team_id = $team and l.client_id = $id and l.id = $inner',
);

const revokeLink = operation({
  name: 'client_reports.revoke',
  id: 'revokeClientReportLink',
  summary: 'Revoke a report link of a client',
  note: 'The link stops working at once. Repeating it returns the same response.',
  allow: { user: 'member' },
  panel: { method: 'DELETE', path: `${path}/:inner`, status: 200 },
  emits: [],
  input: { path: ['id', 'inner'] },
  output,
  one: 'report link',
  run: ({ db }, { id, inner }) =>
    db.transaction(async (tx) => {
      if ((await tx.run(ofClient, { id, inner })).length === 0) return undefined;
      const revoked = await tx.run(end, { id, inner });
      if (revoked.length > 0)
        await recordAudit(tx, { type: 'clients', id, before: { report_link: inner } });
      return (await tx.run(read, { link: inner }))[0]?.link as object | undefined;
    }),
});

export const linkOperations: readonly Operation[] = [listLinks, createLink, revokeLink];
