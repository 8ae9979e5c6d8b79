import type { RowProblem } from './row-problem.ts';

/* Reasons of refused rows in the file that the team mends: in Portuguese, the language of the spreadsheets that come in. */

type Values = RowProblem['values'];

const sentences: Readonly<Record<string, (values: Values) => string>> = {
  exponent: () => 'A planilha arredondou este número: formate a coluna como texto.',
  formula_error: () => 'A fórmula desta célula tem erro.',
  not_a_number: () => 'Não é um número.',
  out_of_range: ({ least, most }) => `O número precisa estar entre ${least} e ${most}.`,
  foreign_currency: () => 'O valor não está em reais.',
  not_a_date: () => 'Não é uma data.',
  impossible_date: () => 'Este dia não existe.',
  not_yes_or_no: () => 'Não é sim nem não.',
  not_a_phone: () => 'Não é um telefone.',
  area_code_missing: () => 'Falta o DDD.',
  unknown_area_code: ({ area }) => `Não existe o DDD ${area}.`,
  not_an_email: () => 'Não é um e-mail.',
  not_a_tax_id: () => 'Não é um CPF nem um CNPJ.',
  wrong_check_digits: () => 'Os dígitos verificadores não conferem.',
  lost_zeros: ({ offer }) => `Faltam zeros no início: seria ${offer}.`,
  unknown_choice: ({ choices }) => `Use um destes: ${choices}.`,
  too_long: ({ limit }) => `O texto tem mais de ${limit} caracteres.`,
  nul_character: () => 'A linha tem um caractere NUL: exporte a planilha de novo.',
  missing: ({ field }) => `Falta um campo obrigatório (${field}).`,
  nothing_to_store: () => 'A linha não tem nada para gravar.',
  repeated: ({ line }) => `Repete o registro da linha ${line}.`,
  ambiguous: ({ count }) => `Há ${count} registros possíveis.`,
  matches_several: () => 'Os dados apontam para registros diferentes.',
  exists: () => 'Já existe um registro com este dado.',
  link_missing: ({ name }) => `Não existe “${name}”.`,
  not_an_id: () => 'Não é um ID.',
  other_client_type: () => 'O cliente é de outro tipo (PF ou PJ).',
  changed_meanwhile: () => 'O registro mudou durante a importação: importe a linha de novo.',
  erased: () => 'Os dados desta pessoa foram apagados a pedido dela.',
  no_room: () => 'Não há mais espaço: o limite foi atingido.',
};

/** The reason of a refusal. */
export const sentenceOf = ({ code, values, field }: RowProblem): string =>
  sentences[code]?.({ field, ...values }) ??
  `Valor inválido${field === null ? '' : ` (${field})`}.`;
