/* Written by `npm run sdk:types` from the declarations of records; not by hand. */

import type { Caller } from './operation-types.ts';
import { Readable, Records } from './resources.ts';

/** Records of a team with the usual methods. */
export class PautaRecords {
  /** People on the messaging network. A team has one contact per phone number. */
  readonly contacts: Records<'/msgapp/contacts'>;
  /** Jobs the agency works on. A new project gets its own board, copied from the team’s template. */
  readonly projects: Records<'/projects'>;
  /** Customers of the agency: people (PF) and companies (PJ). */
  readonly clients: Records<'/clients'>;
  /** Cards on a project’s board. Tasks in the trash do not appear here; the operator can restore them. */
  readonly tasks: Records<'/tasks'>;
  /** Sales opportunities. */
  readonly deals: Records<'/deals'>;
  /** Marketing campaigns within a project. */
  readonly campaigns: Records<'/campaigns'>;
  /** Calls, meetings, notes and deadlines, linked to clients, deals or contracts. */
  readonly activities: Records<'/activities'>;
  /** Agreements with clients: value, period, hours and renewal. */
  readonly contracts: Records<'/contracts'>;
  /** Groups of people who work on projects and answer conversations. Created by the operator. */
  readonly squads: Readable<'/squads'>;
  /** Boards and their columns, of one project or of the whole team. */
  readonly pipelines: Readable<'/pipelines'>;
  /** The people of the team. Created by the operator. */
  readonly users: Readable<'/users'>;
  /** Changes of the last 30 days, as delivered to webhook endpoints. */
  readonly events: Readable<'/events'>;

  constructor(caller: Caller) {
    this.contacts = new Records(caller, '/msgapp/contacts');
    this.projects = new Records(caller, '/projects');
    this.clients = new Records(caller, '/clients');
    this.tasks = new Records(caller, '/tasks');
    this.deals = new Records(caller, '/deals');
    this.campaigns = new Records(caller, '/campaigns');
    this.activities = new Records(caller, '/activities');
    this.contracts = new Records(caller, '/contracts');
    this.squads = new Readable(caller, '/squads');
    this.pipelines = new Readable(caller, '/pipelines');
    this.users = new Readable(caller, '/users');
    this.events = new Readable(caller, '/events');
  }
}
