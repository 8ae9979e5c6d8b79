import { crud } from '../../../operations/crud.ts';
import { creates } from '../../../records/verbs.ts';
import { contactInputs, contacts } from './table.ts';

export default crud(
  contacts,
  contactInputs,
  {},
  {
    create: creates(
      contacts,
      contactInputs.create,
      { jid: `$phone::text || '@' || $suffix::text` },
      ({ settings }) => ({
        suffix: settings.jidSuffix,
      }),
    ),
  },
);
