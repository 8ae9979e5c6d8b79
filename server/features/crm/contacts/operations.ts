import { crud } from '../../../operations/crud.ts';
import { creates } from '../../../records/verbs.ts';
import { contacts } from './table.ts';

export default crud(
  contacts,
  {},
  {
    create: creates(contacts, { jid: `$phone::text || '@' || $suffix::text` }, ({ settings }) => ({
      suffix: settings.jidSuffix,
    })),
  },
);
