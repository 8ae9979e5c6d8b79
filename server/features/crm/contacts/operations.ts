import { crud } from '#server/operations/crud.ts';
import { creates } from '#server/records/crud-queries.ts';
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
      ['phone'],
    ),
  },
);
