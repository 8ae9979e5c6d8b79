import { iso } from '#server/db/statement.ts';
import { crud } from '#server/operations/crud.ts';
import { invalid } from '#server/platform/errors.ts';
import { creates, runs, updates, type Values } from '#server/records/crud-queries.ts';
import { type Derived, retireStatement } from '#server/records/statements.ts';
import { clientInputs, clients, corporate, fields, onlyFor, personal } from './table.ts';
import { bareTaxId, hasCnpjDigits, hasCpfDigits } from './tax-ids.ts';

/** @throws ApiError VALIDATION_ERROR for fields of the other client type, as far as the body alone shows it */
function checkKind(values: Values): void {
  const withValue = (names: readonly string[]) =>
    names.filter((name) => (values[name] ?? null) !== null);
  if (values.type === 'PJ' && withValue(personal).length > 0)
    throw onlyFor('PF', withValue(personal));
  if (values.type === 'PF' && withValue(corporate).length > 0)
    throw onlyFor('PJ', withValue(corporate));
}

/** @throws ApiError VALIDATION_ERROR for wrong check digits, if the team requires them */
function checkDigits(strict: boolean, { cpf, cnpj }: Values): void {
  if (!strict) return;
  const wrong = [
    ...(typeof cpf === 'string' && !hasCpfDigits(bareTaxId(cpf)) ? ['cpf'] : []),
    ...(typeof cnpj === 'string' && !hasCnpjDigits(bareTaxId(cnpj)) ? ['cnpj'] : []),
  ];
  if (wrong.length > 0)
    throw invalid(`${wrong.join(', ')}: the check digits are wrong.`, wrong, 'invalid', {
      reason: 'check_digits',
    });
}

/** Fields derived from a change: a new type clears the fields of the other type; DELETE keeps the deactivation time, `active` clears it. */
function consequences(inputNames: ReadonlySet<string>): Derived {
  const derived: Derived = {};
  if (inputNames.has('status')) {
    derived.deactivated_at = `case when $status::client_status = 'inactive' then coalesce(old.deactivated_at, clock.now) end`;
  }
  if (inputNames.has('type')) {
    for (const name of personal)
      derived[name] = `case when $type::client_type = 'PF' then ${value(name, inputNames)} end`;
    for (const name of corporate)
      derived[name] = `case when $type::client_type = 'PJ' then ${value(name, inputNames)} end`;
  }
  return derived;
}
const value = (name: keyof typeof fields, inputNames: ReadonlySet<string>) =>
  inputNames.has(name) ? `$${name}::${fields[name].sql}` : `old.${name}`;

const create = creates(clients, clientInputs.create, {}, undefined, ['cpf', 'cnpj']);
const update = updates(clients, clientInputs.update, consequences);

export default crud(
  clients,
  clientInputs,
  { deleted: { id: '', status: 'inactive', deactivated_at: '' } },
  {
    create(context, values) {
      checkKind(values);
      checkDigits(context.team.strictTaxIds, values);
      return create(context, values);
    },
    update(context, id, values) {
      checkKind(values);
      checkDigits(context.team.strictTaxIds, values);
      return update(context, id, values);
    },
    delete: runs(
      retireStatement(
        clients,
        { status: `'inactive'`, deactivated_at: 'coalesce(old.deactivated_at, clock.now)' },
        { status: 't.status', deactivated_at: iso('t.deactivated_at') },
      ),
    ),
  },
);
